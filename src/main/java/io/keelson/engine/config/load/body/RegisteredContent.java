package io.keelson.engine.config.load.body;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.program.Registration;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// What a program registers for a resource, as one value: its properties, and what replaces it when
/// it changes.
///
/// @rule R-PRG-20
/// @rule R-PRG-25
public final class RegisteredContent {
  private static final String PROPERTIES = "properties";
  private static final String TRIGGER = "trigger";

  private RegisteredContent() {}

  public static Value of(Registration registration) {
    var trigger = registration.options().replaceTrigger();
    return Value.object(
        new TreeMap<>(
            Map.of(
                PROPERTIES,
                registration.properties(),
                TRIGGER,
                trigger.orElse(Value.nothing(Types.DYNAMIC)))));
  }

  /// The properties of what is registered.
  static Value properties(Value content) {
    return part(content, PROPERTIES);
  }

  private static Value part(Value content, String name) {
    return Objects.requireNonNull(((Mapping) content).get(name));
  }

  /// What replaces a resource when it changes.
  ///
  /// @param address as the component calls it that the resource stands in
  public static Expression trigger(ResourceAddress address) {
    return new Trigger(address);
  }

  private record Trigger(ResourceAddress address) implements Expression {
    @Override
    public Type type() {
      return Types.DYNAMIC;
    }

    @Override
    public List<Reference> references() {
      return List.of();
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return scope
          .resolve(new Root.Registered(address))
          .then(content -> Evaluated.of(part(content, TRIGGER)));
    }
  }
}
