package io.keelson.engine.config.load.body;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;

/// Whether a program has registered a resource in an instance of its component.
///
/// @param address as it is called where the condition stands
/// @rule R-PRG-20
public record RegisteredCondition(ResourceAddress address) implements Expression {
  @Override
  public Type type() {
    return Types.BOOL;
  }

  @Override
  public List<Reference> references() {
    return List.of();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return scope
        .resolve(new Root.Registered(address))
        .then(registered -> Evaluated.of(Value.truth(!registered.isNull())));
  }
}
