package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentSpec;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The Components of one Stack, each with the revision that it uses at one moment, or with its
/// program.
///
/// @param versions of the Components, and of everything inside them
public record UsedComponents(List<Use> uses, ComponentVersions versions) {
  public static final UsedComponents NONE = new UsedComponents(List.of(), ComponentVersions.NONE);

  public UsedComponents {
    uses = Collections.unmodifiableList(new ArrayList<>(uses));
  }

  /// One Component with what says what is inside.
  public record Use(Component component, Uses uses) {
    public ComponentPath path() {
      return address(component);
    }
  }

  /// What says what is inside of a Component.
  public sealed interface Uses {
    record Revision(Resolution resolution) implements Uses {}

    /// @rule R-PRG-20
    record Program(ComponentSpec.ProgramRef named) implements Uses {}

    /// It names a definition and a program.
    record Both() implements Uses {}

    /// It names neither.
    record Nothing() implements Uses {}

    private static Uses of(Component component, ComponentSource source) {
      var program = component.getSpec().program;
      if (program == null)
        return source.resolve(component).<Uses>map(Revision::new).orElseGet(Nothing::new);
      return component.getSpec().definition == null ? new Program(program) : new Both();
    }
  }

  public static UsedComponents of(List<Component> components, ComponentSource source) {
    var uses = components.stream().map(each -> new Use(each, Uses.of(each, source))).toList();
    return new UsedComponents(uses, new PlannedVersions(uses, source));
  }

  /// The place of a Component in its Stack.
  public static ComponentPath address(Component component) {
    var name = component.getSpec().name;
    return ComponentPath.ROOT.component(
        name != null ? name : component.getMetadata().getName().replace('-', '_'));
  }

  /// The revision that each Component uses, by its name; Components without one are left out.
  public SortedMap<String, String> revisions() {
    var revisions = new TreeMap<String, String>();
    for (Use each : uses)
      if (each.uses() instanceof Uses.Revision(Resolution.Found found))
        revisions.put(each.component().getMetadata().getName(), found.revision());
    return revisions;
  }

  /// The ProviderConfigs that the Components name.
  Set<ConfigName> configs() {
    var named = new LinkedHashSet<ConfigName>();
    for (Use each : uses) {
      named.addAll(ConfigName.of(each.component()).values());
      if (each.uses() instanceof Uses.Program(var program))
        named.add(ConfigName.of(each.component(), program));
    }
    return named;
  }

  /// Whether a program says what is in one of them.
  boolean hasPrograms() {
    return uses.stream().anyMatch(each -> each.uses() instanceof Uses.Program);
  }

  /// The prefixes of the types of all providers for which there is a slot.
  SortedSet<String> providers() {
    var providers = new TreeSet<String>();
    var seen = Collections.<ComponentDeclaration>newSetFromMap(new IdentityHashMap<>());
    for (Use each : uses)
      if (each.uses() instanceof Uses.Revision(Resolution.Found found))
        note(found.declaration(), providers, seen);
    return providers;
  }

  /// The prefixes of the types of the providers for which there is a slot in a definition, or in
  /// one inside it.
  public static SortedSet<String> providers(ComponentDeclaration definition) {
    var providers = new TreeSet<String>();
    note(definition, providers, Collections.newSetFromMap(new IdentityHashMap<>()));
    return providers;
  }

  private static void note(
      ComponentDeclaration declared, SortedSet<String> providers, Set<ComponentDeclaration> seen) {
    if (!seen.add(declared)) return;
    declared.slots().values().forEach(slot -> providers.add(slot.provider()));
    declared.components().forEach(each -> note(each.definition(), providers, seen));
  }
}
