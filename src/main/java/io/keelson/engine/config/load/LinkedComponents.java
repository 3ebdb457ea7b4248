package io.keelson.engine.config.load;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Option;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.load.TransformedResources.Placed;
import io.keelson.engine.config.load.slot.FilledSlots;
import io.keelson.engine.config.load.slot.UsedSlots;
import io.keelson.engine.config.transform.Transform;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.Collections;
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
/// @rule R-CMP-21
final class LinkedComponents implements Move.Declared {
  /// How many components a stack may have, with those inside others.
  private static final int MOST_COMPONENTS = 2_000;

  /// How many resources all of them together may declare.
  private static final int MOST_RESOURCES = 50_000;

  /// How many components may be inside of each other.
  private static final int DEEPEST = 8;

  private final DefinitionLoader definitions;
  private final ProviderLoader providers;
  private final TransformedResources transformed;
  private final List<Placed> transforms = new ArrayList<>();
  private final SortedMap<ResourceAddress, ResourceConfig> resources = new TreeMap<>();
  private final SortedMap<ComponentPath, ComponentConfig> components = new TreeMap<>();
  private final SortedMap<ComponentPath, ComponentDeclaration> declarations = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final SortedSet<ComponentPath> frozenComponents = new TreeSet<>();
  private final Problems problems;

  /// @param providers the configurations of the stack, loaded
  LinkedComponents(
      DefinitionLoader definitions, ProviderLoader providers, Schemas schemas, Problems problems) {
    this.problems = problems;
    this.transformed = new TransformedResources(schemas, problems);
    this.definitions = definitions;
    this.providers = providers;
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

  /// A stack or a definition.
  ///
  /// @param transforms what its uses of components change inside of these, by their names
  record Compiled(
      ComponentDeclaration declared,
      ComponentBody body,
      SortedMap<String, List<Transform>> transforms) {}

  /// @param changes what the stack changes in everything
  void link(Compiled stack, List<Transform> changes, FilledSlots slots) {
    var placed = TransformedResources.placed(changes, ComponentPath.ROOT, ComponentPath.ROOT);
    transforms.addAll(placed);
    link(ComponentPath.ROOT, stack, new Around(InheritedOptions.NONE, slots, placed));
    transformed.check(transforms, this);
  }

  /// What holds for a component from outside.
  ///
  /// @param transforms the nearest first
  private record Around(InheritedOptions options, FilledSlots slots, List<Placed> transforms) {}

  /// What the stack and each of its components declare.
  SortedMap<ComponentPath, ComponentDeclaration> declarations() {
    return declarations;
  }

  @Override
  public boolean declares(ComponentPath path) {
    return declarations.containsKey(path) || frozenComponents.contains(path);
  }

  @Override
  public boolean declares(ResourceAddress resource) {
    return declared(resource).isPresent();
  }

  @Override
  public Optional<Repetition> repetition(ComponentPath component) {
    return Optional.ofNullable(components.get(component)).map(ComponentConfig::repetition);
  }

  @Override
  public Optional<Repetition> repetition(ResourceAddress resource) {
    return Optional.ofNullable(resources.get(resource)).map(ResourceConfig::repetition);
  }

  /// Whether a resource is declared, or may be: of what is frozen nobody knows what is in it.
  boolean mayDeclare(ResourceAddress resource) {
    if (resources.containsKey(resource) || frozen.contains(resource)) return true;
    for (int depth = 1; depth <= resource.in().depth(); depth++)
      if (frozenComponents.contains(resource.in().first(depth))) return true;
    return false;
  }

  /// The declaration of a resource, be it right or wrong; empty if there is none.
  Optional<ResourceDeclaration> declared(ResourceAddress resource) {
    if (!resources.containsKey(resource) && !frozen.contains(resource)) return Optional.empty();
    var around = declarations.get(resource.in());
    if (around == null) return Optional.empty();
    return around.resources().stream()
        .filter(each -> each.address().equals(resource.local()))
        .findFirst();
  }

  private void link(ComponentPath path, Compiled compiled, Around around) {
    var declared = compiled.declared();
    var body = compiled.body();
    declarations.put(path, declared);
    var waiting = unusable(path, body, around.slots());
    body.resources()
        .forEach((address, config) -> {
          if (config.providerConfiguration().filter(waiting::contains).isPresent())
            frozen.add(address.within(path));
          else {
            var decided = declared.decided().getOrDefault(address, Set.of());
            transformed
                .of(linked(path, config, decided, around), around.transforms())
                .ifPresentOrElse(
                    each -> resources.put(each.address(), each),
                    () -> frozen.add(address.within(path)));
          }
        });
    body.frozen().forEach(each -> frozen.add(each.within(path)));
    body.frozenComponents().forEach(name -> frozenComponents.add(path.component(name)));
    for (var use : declared.components()) {
      var config = body.components().get(use.name());
      if (config != null)
        link(
            path.component(use.name()),
            use,
            config,
            compiled.transforms().getOrDefault(use.name(), List.of()),
            around);
    }
  }

  private static ResourceConfig linked(
      ComponentPath path, ResourceConfig config, Set<Option> decided, Around around) {
    var placed =
        config
            .within(path)
            .inheriting(
                around.options(),
                !decided.contains(Option.PREVENT_DESTROY),
                !decided.contains(Option.DESTROY));
    return config
        .providerConfiguration()
        .flatMap(around.slots()::configuration)
        .map(placed::using)
        .orElse(placed);
  }

  /// The slots whose resources have to wait, which is told once for each.
  private SortedSet<String> unusable(ComponentPath path, ComponentBody body, FilledSlots slots) {
    // What waits in the stack itself is frozen in its body.
    if (path.isRoot()) return Collections.emptySortedSet();
    var users = new TreeMap<String, SortedSet<ResourceAddress>>();
    body.resources()
        .forEach((address, config) ->
            config
                .providerConfiguration()
                .ifPresent(slot -> users.computeIfAbsent(slot, _ -> new TreeSet<>()).add(address)));
    var unusable = new TreeSet<String>();
    users.forEach((slot, resources) ->
        obstacle(Subject.of(path), slot, resources, slots)
            .map(why -> why.at(UsedSlots.PROVIDERS.attribute(slot)))
            .ifPresent(why -> {
              problems.add(why);
              unusable.add(slot);
            }));
    return unusable;
  }

  private Optional<Diagnostic> obstacle(
      Subject component, String slot, SortedSet<ResourceAddress> users, FilledSlots slots) {
    var name = slots.configuration(slot);
    return name.isEmpty()
        ? Optional.of(FilledSlots.unfilled(component, slot, users))
        : providers.obstacle(component, name.get(), "what uses it in this component");
  }

  private void link(
      ComponentPath path,
      ComponentDeclaration.Component use,
      ComponentConfig config,
      List<Transform> changes,
      Around outer) {
    var declared = use.definition();
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
    var slots = outer.slots().of(use);
    var missing = slots.missing(Subject.of(path));
    if (!missing.isEmpty()) {
      problems.addAll(missing);
      frozenComponents.add(path);
      return;
    }
    var checked =
        CheckedSlots.of(
            Subject.of(path),
            config.body().checks(),
            slot -> slots.configuration(slot).filter(providers.usable()::containsKey));
    problems.addAll(checked.problems());
    var placed = config.checking(checked.checks()).within(path.parent());
    var run =
        definition.body().resources().keySet().stream()
            .filter(each -> each.mode() == ResourceAddress.Mode.PROGRAM)
            .findFirst();
    components.put(
        path,
        run.map(each ->
                placed.registeredBy(new ComponentConfig.Program(each, slots.byType(), false)))
            .orElse(placed));
    definition.problems().forEach(each -> problems.add(each.in(path)));
    var options = config.inherited().within(path.parent()).over(outer.options());
    var all = new ArrayList<>(TransformedResources.placed(changes, path.parent(), path));
    transforms.addAll(all);
    all.addAll(outer.transforms());
    link(
        path,
        new Compiled(declared, definition.body(), definition.transforms()),
        new Around(options, slots, all));
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
