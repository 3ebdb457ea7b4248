package io.keelson.engine.config.constraint;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// A value that is converted to a declared type; where it cannot be, it fails, without its value in
/// the message.
///
/// @rule R-CMP-5
record TypedExpression(Expression value, TypeConstraint constraint, Subject subject)
    implements Expression {
  @Override
  public Type type() {
    return constraint.type() == Types.DYNAMIC ? value.type() : constraint.type();
  }

  @Override
  public List<Reference> references() {
    return value.references();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return value.evaluate(scope).then(this::converted);
  }

  private Evaluated converted(Value given) {
    if (given.isUnknown()) return Evaluated.of(Value.unknown(type()).mark(given.marks()));
    return switch (constraint.complete(given).convert(constraint.type())) {
      case Conversion.Converted(var fitting) -> Evaluated.of(fitting);
      case Conversion.NotConvertible(var at, var reason) ->
          // The keys of what is sensitive may be, too.
          Evaluated.failed(
              unfit(reason, Marks.sensitive(given.allMarks()) ? AttributePath.ROOT : at));
    };
  }

  /// Why no value of the expression can ever be converted, as far as its type tells.
  Optional<Diagnostic> neverFits() {
    // What is filled in is not in the type of what is given.
    if (value.type() == Types.DYNAMIC || constraint.hasOptional()) return Optional.empty();
    return Value.unknown(value.type()).convert(constraint.type())
            instanceof Conversion.NotConvertible(var at, var reason)
        ? Optional.of(unfit(reason, at))
        : Optional.empty();
  }

  private Diagnostic unfit(String reason, AttributePath at) {
    var place = at.isRoot() ? "" : " at " + at;
    return Diagnostic.error(
        Code.OUTPUT,
        subject,
        "Output has a wrong type",
        "It is declared to be %s, and%s %s. Correct its value, or its type."
            .formatted(constraint.type(), place, reason));
  }
}
