package io.keelson.engine.config;

import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;

/// An expression that is its value.
public record Constant(Value value) implements Expression {
  @Override
  public Type type() {
    return value.type();
  }

  @Override
  public List<Reference> references() {
    return List.of();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return Evaluated.of(value);
  }
}
