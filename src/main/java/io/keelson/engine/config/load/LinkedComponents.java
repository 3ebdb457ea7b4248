package io.keelson.engine.config.load;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Option;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What all components of a stack declare together, each use at its own addresses.
///
/// @rule R-CMP-1
final class LinkedComponents {
  /// How many components a stack may have, with those inside others.
  private static final int MOST_COMPONENTS = 2_000;

  /// How many resources all of them together may declare.
  private static final int MOST_RESOURCES = 50_000;

  /// How many components may be inside of each other.
  private static final int DEEPEST = 8;

  private final DefinitionLoader definitions;
  private final SortedMap<ResourceAddress, ResourceConfig> resources = new TreeMap<>();
  private final SortedMap<ComponentPath, ComponentConfig> components = new TreeMap<>();
  private final SortedMap<ComponentPath, ComponentDeclaration> declarations = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final SortedSet<ComponentPath> frozenComponents = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  LinkedComponents(DefinitionLoader definitions) {
    this.definitions = definitions;
  }

  SortedMap<ResourceAddress, ResourceConfig> resources() {
    return resources;
  }

  SortedMap<ComponentPath, ComponentConfig> components() {
    return components;
  }

  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  SortedSet<ComponentPath> frozenComponents() {
    return frozenComponents;
  }

  List<Diagnostic> problems() {
    return problems;
  }

  /// @param declared the stack
  /// @param body the same, compiled
  void link(ComponentDeclaration declared, ComponentBody body) {
    link(ComponentPath.ROOT, declared, body, InheritedOptions.NONE);
  }

  /// What the stack and each of its components declare.
  SortedMap<ComponentPath, ComponentDeclaration> declarations() {
    return declarations;
  }

  boolean declares(ComponentPath path) {
    return declarations.containsKey(path) || frozenComponents.contains(path);
  }

  /// The declaration of a resource, be it right or wrong; empty if there is none.
  Optional<StackDeclaration.Resource> declared(ResourceAddress resource) {
    if (!resources.containsKey(resource) && !frozen.contains(resource)) return Optional.empty();
    var around = declarations.get(resource.in());
    if (around == null) return Optional.empty();
    return around.resources().stream()
        .filter(each -> each.address().equals(resource.local()))
        .findFirst();
  }

  private void link(
      ComponentPath path,
      ComponentDeclaration declared,
      ComponentBody body,
      InheritedOptions options) {
    declarations.put(path, declared);
    body.resources()
        .forEach((address, config) -> {
          var decided = declared.decided().getOrDefault(address, Set.of());
          resources.put(
              address.within(path),
              config
                  .within(path)
                  .inheriting(
                      options,
                      !decided.contains(Option.PREVENT_DESTROY),
                      !decided.contains(Option.DESTROY)));
        });
    body.frozen().forEach(each -> frozen.add(each.within(path)));
    body.frozenComponents().forEach(name -> frozenComponents.add(path.component(name)));
    for (var use : declared.components()) {
      var config = body.components().get(use.name());
      if (config != null) link(path.component(use.name()), use.definition(), config, options);
    }
  }

  private void link(
      ComponentPath path,
      ComponentDeclaration declared,
      ComponentConfig config,
      InheritedOptions outer) {
    var definition = definitions.of(declared);
    var refusal = refusal(path, definition);
    if (!refusal.isEmpty()) {
      problems.add(
          Diagnostic.error(
              Code.LIMIT,
              Subject.of(path),
              "Too many components",
              refusal + " Nothing is planned for what is in it. Split the stack."));
      frozenComponents.add(path);
      return;
    }
    components.put(path, config.within(path.parent()));
    definition.problems().forEach(each -> problems.add(each.in(path)));
    var options = config.inherited().within(path.parent()).over(outer);
    link(path, declared, definition.body(), options);
  }

  /// Why so much may not be made. Asked before it is.
  private String refusal(ComponentPath path, DefinitionLoader.Definition definition) {
    if (path.depth() > DEEPEST) return "It is inside of more than " + DEEPEST + " components.";
    if (components.size() + definition.components() > MOST_COMPONENTS && path.depth() == 1)
      return "With this one the stack would have more than " + MOST_COMPONENTS + " components.";
    if (resources.size() + definition.resources() > MOST_RESOURCES && path.depth() == 1)
      return "With this one the stack would declare more than " + MOST_RESOURCES + " resources.";
    return "";
  }
}
