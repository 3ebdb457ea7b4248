package io.keelson.engine.config.load.body;

import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import java.util.List;
import java.util.Optional;

/// Tells of a required argument without a value.
final class MissingArgument {
  static final String SUMMARY = "Missing required argument";
  static final String DETAIL = "This argument must have a value. Set it.";

  private MissingArgument() {}

  /// Fails where the expression of a required argument gives null.
  record Checked(Expression argument, ExpressionCompiler.Place place) implements Expression {
    @Override
    public Type type() {
      return argument.type();
    }

    @Override
    public List<Reference> references() {
      return argument.references();
    }

    @Override
    public Optional<Reference> named() {
      return argument.named();
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return argument
          .evaluate(scope)
          .then(value -> value.isNull() ? missing() : Evaluated.of(value));
    }

    private Evaluated missing() {
      return Evaluated.failed(
          Diagnostic.error(
                  Code.INVALID_CONFIG,
                  place.subject(),
                  SUMMARY,
                  "This argument must have a value, but its expression gives null.")
              .at(place.path()));
    }
  }
}
