package io.keelson.engine.config.load;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A server to be declared, changed step by step.
final class DeclaredServer {
  private final ResourceAddress address;
  private final TreeMap<String, Value> config = new TreeMap<>(Map.of("image", Value.text("i")));
  private Optional<Value> count = Optional.empty();
  private Optional<Value> forEach = Optional.empty();
  private List<String> dependsOn = List.of();
  private LifecycleDeclaration lifecycle = LifecycleDeclaration.PLAIN;

  DeclaredServer(ResourceAddress address) {
    this.address = address;
  }

  DeclaredServer set(String name, Value value) {
    config.put(name, value);
    return this;
  }

  DeclaredServer set(String name, String text) {
    return set(name, Value.text(text));
  }

  DeclaredServer count(Value value) {
    count = Optional.of(value);
    return this;
  }

  DeclaredServer forEach(Value value) {
    forEach = Optional.of(value);
    return this;
  }

  DeclaredServer dependsOn(String... addresses) {
    dependsOn = List.of(addresses);
    return this;
  }

  DeclaredServer ignore(String... paths) {
    lifecycle = ShortDeclarations.lifecycle(false, false, List.of(paths), List.of());
    return this;
  }

  DeclaredServer triggeredBy(String... references) {
    lifecycle = ShortDeclarations.lifecycle(false, false, List.of(), List.of(references));
    return this;
  }

  DeclaredServer triggeredWith(String value) {
    lifecycle =
        new LifecycleDeclaration(
            false,
            false,
            false,
            true,
            PartialCreate.REPLACE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.of(Value.text(value)),
            Optional.empty(),
            Timeouts.NONE,
            List.of(),
            List.of());
    return this;
  }

  DeclaredServer precondition(String condition, String message) {
    return conditions(List.of(rule(condition, message)), List.of());
  }

  DeclaredServer postcondition(String condition, String message) {
    return conditions(List.of(), List.of(rule(condition, message)));
  }

  private DeclaredServer conditions(
      List<StackDeclaration.CheckRule> before, List<StackDeclaration.CheckRule> after) {
    lifecycle =
        new LifecycleDeclaration(
            false,
            false,
            false,
            true,
            PartialCreate.REPLACE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Timeouts.NONE,
            before,
            after);
    return this;
  }

  private static StackDeclaration.CheckRule rule(String condition, String message) {
    return new StackDeclaration.CheckRule(Value.text(condition), Value.text(message));
  }

  ResourceDeclaration resource() {
    return new ResourceDeclaration(
        address, Value.object(config), count, forEach, dependsOn, lifecycle);
  }
}
