package io.keelson.engine.config.load.body;

import io.keelson.engine.config.Constant;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;

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
        new BodyCompiler(place.subject(), new KnownLeaves(place.subject()), problems)
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
}
