package io.keelson.operator.component;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Option;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import io.keelson.operator.api.component.ComponentDefinitionSpec.DefinedResource;
import io.keelson.operator.api.component.ComponentDefinitionSpec.NestedComponent;
import io.keelson.operator.stack.declaration.DeclaredParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A definition as it stands in the cluster, in the words of the engine.
final class DefinitionDeclarations {
  private final DeclaredParts parts = new DeclaredParts();
  private final ComponentDefinitionSpec spec;
  private final Map<String, ComponentDeclaration> nested;

  private DefinitionDeclarations(
      ComponentDefinitionSpec spec, Map<String, ComponentDeclaration> nested) {
    this.spec = spec;
    this.nested = nested;
  }

  /// @param problems what could not be read
  record Read(ComponentDeclaration declaration, List<Diagnostic> problems) {}

  /// @param nested what each component in it leads to, by name; those without are left out
  static Read read(ComponentDefinitionSpec spec, Map<String, ComponentDeclaration> nested) {
    return new DefinitionDeclarations(spec, nested).read();
  }

  private Read read() {
    var declared =
        new ComponentDeclaration(
            variables(),
            parts.locals(spec.locals),
            list(spec.resources).stream().map(this::resource).toList(),
            components(),
            outputs(),
            list(spec.moves).stream()
                .map(each -> new StackDeclaration.Move(each.from, each.to))
                .toList(),
            list(spec.removed).stream()
                .map(each -> new StackDeclaration.Removal(each.from, each.destroy))
                .toList(),
            parts.checks(spec.checks, _ -> Optional.empty()),
            decided(),
            slots());
    return new Read(declared, new ArrayList<>(parts.problems()));
  }

  private static <T> List<T> list(@Nullable List<T> written) {
    return written == null ? List.of() : written;
  }

  private SortedMap<String, ComponentDeclaration.Slot> slots() {
    var slots = new TreeMap<String, ComponentDeclaration.Slot>();
    for (var each : list(spec.providers))
      slots.put(
          each.name,
          new ComponentDeclaration.Slot(each.provider, Boolean.TRUE.equals(each.optional)));
    return slots;
  }

  private List<VariableDeclaration> variables() {
    return list(spec.variables).stream()
        .map(each ->
            new VariableDeclaration(
                each.name,
                Optional.ofNullable(each.type),
                Optional.empty(),
                parts.value(each.standIn, Subject.part("variable", each.name), "default"),
                !Boolean.FALSE.equals(each.nullable),
                Boolean.TRUE.equals(each.sensitive),
                Boolean.TRUE.equals(each.ephemeral),
                DeclaredParts.rules(each.validations)))
        .toList();
  }

  private static ResourceAddress address(DefinedResource resource) {
    return new ResourceAddress(DeclaredParts.mode(resource.mode), resource.type, resource.name);
  }

  private ResourceDeclaration resource(DefinedResource resource) {
    var address = address(resource);
    if (resource.mode == null) unknownWord(address, "mode", ResourceSpec.Mode.values());
    if (resource.lifecycle != null && resource.lifecycle.onPartialCreate == null)
      unknownWord(address, "lifecycle.onPartialCreate", ResourceSpec.OnPartialCreate.values());
    return parts.resource(
        address, resource, resource.config, Optional.ofNullable(resource.provider));
  }

  private void unknownWord(ResourceAddress address, String path, Enum<?>[] known) {
    parts
        .problems()
        .add(
            Diagnostic.error(
                    Code.INVALID_CONFIG,
                    Subject.of(address),
                    "Unknown word",
                    "It holds a word that this version of the operator does not know. Update the"
                        + " operator, or write one of "
                        + String.join(", ", Arrays.stream(known).map(Enum::name).toList())
                        + ".")
                .at(AttributePath.parse(path)));
  }

  /// @rule R-CMP-30
  private SortedMap<ResourceAddress, Set<Option>> decided() {
    var decided = new TreeMap<ResourceAddress, Set<Option>>();
    for (DefinedResource each : list(spec.resources)) {
      var options = EnumSet.noneOf(Option.class);
      if (each.lifecycle != null && each.lifecycle.preventDestroy != null)
        options.add(Option.PREVENT_DESTROY);
      if (each.lifecycle != null && each.lifecycle.destroy != null) options.add(Option.DESTROY);
      if (!options.isEmpty()) decided.put(address(each), options);
    }
    return decided;
  }

  private List<ComponentDeclaration.Component> components() {
    var components = new ArrayList<ComponentDeclaration.Component>();
    for (NestedComponent each : list(spec.components)) {
      var definition = nested.get(each.name);
      if (definition == null) continue;
      var filled = new TreeMap<String, String>();
      if (each.providers != null) filled.putAll(each.providers);
      components.add(
          parts.component(ComponentPath.ROOT.component(each.name), each, definition, filled));
    }
    return components;
  }

  private SortedMap<String, StackDeclaration.Output> outputs() {
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    for (var each : list(spec.outputs))
      parts
          .value(each.value, Subject.part("output", each.name), "")
          .ifPresent(value ->
              outputs.put(
                  each.name,
                  new StackDeclaration.Output(
                      value,
                      Optional.ofNullable(each.type),
                      Boolean.TRUE.equals(each.sensitive),
                      DeclaredParts.rules(each.preconditions),
                      list(each.dependsOn))));
    return outputs;
  }
}
