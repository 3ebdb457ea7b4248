package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Constant;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// An expression in the place of nested objects: its value is laid over their schema like a written
/// tree, once it is there.
record NestedExpression(Expression written, BodyCompiler.Held held, ExpressionCompiler.Place place)
    implements Expression {

  @Override
  public Type type() {
    return held.nested().type();
  }

  @Override
  public List<Reference> references() {
    return written.references();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return written.evaluate(scope).then(this::shaped);
  }

  private Evaluated shaped(Value value) {
    var plain = value.unmark();
    var problems = new Problems();
    var shaped =
        new BodyCompiler(place.subject(), new Known(), problems)
            .held(held, plain.value(), place.path());
    if (shaped instanceof Constant(Value result) && problems.isEmpty())
      return Evaluated.of(plain.remark(result));
    return value.marked() ? unfitSecret() : new Evaluated.Failed(problems.found());
  }

  /// Even the names in a secret are secret.
  private Evaluated unfitSecret() {
    return Evaluated.failed(
        Diagnostic.error(
                Code.INVALID_CONFIG,
                place.subject(),
                "Wrong form",
                "The value does not fit the arguments needed here. It is sensitive, so the parts"
                    + " that do not fit are not named.")
            .at(place.path()));
  }

  /// The leaves of an evaluated tree are values already.
  private final class Known implements BodyCompiler.Leaves {
    @Override
    public ExpressionCompiler.Compiled plain(Value value, Type expected, AttributePath path) {
      return switch (value.convert(expected)) {
        case Conversion.Converted(var converted) ->
            new ExpressionCompiler.Compiled.Ok(Expression.constant(converted));
        case Conversion.NotConvertible(var below, var reason) ->
            new ExpressionCompiler.Compiled.Failed(
                List.of(
                    Diagnostic.error(
                            Code.INVALID_CONFIG,
                            place.subject(),
                            "Value of the wrong type",
                            reason + ". Give this attribute a value of the type it takes.")
                        .at(path.then(below))));
      };
    }

    @Override
    public Optional<ExpressionCompiler.Compiled> nested(
        Value value, BodyCompiler.Held at, AttributePath path) {
      if (!value.isUnknown()) return Optional.empty();
      return Optional.of(
          new ExpressionCompiler.Compiled.Ok(
              Expression.constant(Value.unknown(at.nested().type()))));
    }
  }
}
