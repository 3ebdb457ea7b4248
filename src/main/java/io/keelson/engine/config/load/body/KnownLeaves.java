package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// The leaves of a tree that has been evaluated: they are values already.
record KnownLeaves(Subject subject) implements BodyCompiler.Leaves {
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
                          subject,
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
        new ExpressionCompiler.Compiled.Ok(Expression.constant(Value.unknown(at.nested().type()))));
  }
}
