package io.keelson.engine.config;

import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import java.util.List;
import java.util.Optional;

/// A declared value: a constant, an expression, or a tree with expressions in it.
///
/// Pure and safe for use by many threads: equal values behind its references give equal results.
public interface Expression {
  /// The type of every result as far as it can be told before evaluation; dynamic parts where not.
  Type type();

  /// What must be planned and applied before; in order of appearance, without repeats.
  List<Reference> references();

  /// The value in the given scope. Never throws for a user's mistake: that is a failure whose
  /// diagnostics name the attribute and show the place in the source. Never puts a marked value
  /// into a message.
  Evaluated evaluate(Scope scope);

  /// What the expression names if it does nothing else, as `component.web["eu"]` does; empty if it
  /// may compute its value.
  default Optional<Reference> named() {
    return Optional.empty();
  }

  /// What gives an attribute of the value its own; empty if that cannot be told.
  default Optional<Expression> attribute(String name) {
    return Optional.empty();
  }

  /// A value that refers to nothing.
  static Expression constant(io.keelson.engine.value.Value value) {
    return new Constant(value);
  }
}
