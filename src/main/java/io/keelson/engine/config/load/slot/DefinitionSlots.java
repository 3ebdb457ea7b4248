package io.keelson.engine.config.load.slot;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The slots of one definition, and what its types look like in all of its uses: what one
/// configuration of a slot's provider tells holds for all of them. Names of configurations mean
/// slots here.
///
/// @rule R-CMP-20
public final class DefinitionSlots implements Schemas {
  private static final AttributePath TYPE = AttributePath.of("type");

  private final ComponentDeclaration definition;
  private final SortedMap<String, StackDeclaration.Provider> configurations;
  private final Schemas stack;

  /// @param configurations those of the stack
  /// @param stack what the providers of the stack say
  public DefinitionSlots(
      ComponentDeclaration definition,
      SortedMap<String, StackDeclaration.Provider> configurations,
      Schemas stack) {
    this.definition = definition;
    this.configurations = configurations;
    this.stack = stack;
  }

  /// The definition, each resource of which names the slot that it belongs to, and so does what its
  /// checks read.
  public ComponentDeclaration assigned() {
    var checks = new TreeMap<>(definition.checks());
    checks.replaceAll((_, check) -> check.reading(this::assigned));
    return new ComponentDeclaration(
        definition.variables(),
        definition.locals(),
        definition.resources().stream().map(this::assigned).toList(),
        definition.components(),
        definition.outputs(),
        definition.moves(),
        definition.removals(),
        checks,
        definition.decided(),
        definition.slots(),
        definition.program());
  }

  private ResourceDeclaration assigned(ResourceDeclaration resource) {
    var address = resource.address();
    if (resource.providerConfiguration().isPresent()
        || stack.of(address, Optional.empty()).isPresent()) return resource;
    return fitting(address.type()).map(resource::using).orElse(resource);
  }

  private Optional<String> fitting(String type) {
    return definition.slots().entrySet().stream()
        .filter(slot -> slot.getValue().fits(type))
        .max(Comparator.comparingInt(slot -> slot.getValue().provider().length()))
        .map(Map.Entry::getKey);
  }

  /// Why nothing can be planned for a resource in any use.
  ///
  /// @param resource one that names its slot
  public Optional<Diagnostic> obstacle(ResourceDeclaration resource) {
    var subject = Subject.of(resource.address());
    if (resource.providerConfiguration().isEmpty())
      return stack.of(resource.address(), Optional.empty()).isPresent()
          ? Optional.empty()
          : Optional.of(homeless(subject, resource.address().type()));
    var name = resource.providerConfiguration().get();
    var slot = definition.slots().get(name);
    if (slot == null) return Optional.of(undeclared(subject, name));
    return configuration(slot).isPresent()
        ? Optional.empty()
        : Optional.of(unknown(subject, name, slot));
  }

  private static Diagnostic homeless(Subject subject, String type) {
    return Diagnostic.error(
            Code.UNKNOWN_TYPE,
            subject,
            "No slot for the resource type",
            "No provider without configuration has the type '"
                + type
                + "', and no slot of the definition is for a provider whose types begin like it."
                + " Declare a slot in providers of the definition, or correct the type.")
        .at(TYPE);
  }

  private Diagnostic undeclared(Subject subject, String name) {
    var nearest = Nearest.advice(name, definition.slots().keySet());
    return Diagnostic.error(
            Code.UNDECLARED,
            subject,
            "Undeclared slot",
            "The definition has no slot '"
                + name
                + "'. "
                + (nearest.isEmpty() ? "Declare it in providers of the definition." : nearest))
        .at(UsedSlots.PROVIDER);
  }

  private static Diagnostic unknown(Subject subject, String name, Slot slot) {
    return Diagnostic.error(
            Code.BROKEN_REFERENCE,
            subject,
            "Its provider cannot be used",
            "It uses the slot '"
                + name
                + "', and no provider configuration of '"
                + slot.provider()
                + "' can be used in the stack. Until one can nothing is planned for this resource.")
        .at(UsedSlots.PROVIDER);
  }

  /// A configuration of the stack that tells what the provider of a slot has.
  private Optional<String> configuration(Slot slot) {
    return declared(slot).filter(name -> stack.configuration(name).isPresent()).findFirst();
  }

  /// The configurations of a slot's provider, also those that cannot be used.
  private Stream<String> declared(Slot slot) {
    return configurations.entrySet().stream()
        .filter(each -> each.getValue().type().equals(Optional.of(slot.provider())))
        .map(Map.Entry::getKey);
  }

  @Override
  public Optional<Schema> of(ResourceAddress resource, Optional<String> slot) {
    if (slot.isEmpty()) return stack.of(resource, slot);
    return Optional.ofNullable(definition.slots().get(slot.get()))
        .flatMap(this::configuration)
        .flatMap(name -> stack.of(resource, Optional.of(name)));
  }

  @Override
  public Optional<Program> program(String slot, String type) {
    return Optional.ofNullable(definition.slots().get(slot))
        .flatMap(this::configuration)
        .flatMap(name -> stack.program(name, type));
  }

  @Override
  public Callable function(String provider, String name) {
    var slot = definition.slots().get(provider);
    if (slot == null) return stack.function(provider, name);
    return configuration(slot)
        .or(() -> declared(slot).findFirst())
        .map(configuration -> stack.functionOf(configuration, name))
        .orElseGet(() -> stack.function(slot.provider(), name));
  }

  @Override
  public Callable functionOf(String configuration, String name) {
    return function(configuration, name);
  }

  @Override
  public Optional<Schema> configuration(String slot) {
    return Optional.ofNullable(definition.slots().get(slot))
        .flatMap(this::configuration)
        .flatMap(stack::configuration);
  }
}
