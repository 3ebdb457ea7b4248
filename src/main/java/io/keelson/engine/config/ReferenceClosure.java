package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// Which resources stand behind names: through locals, and through inputs and outputs of
/// components. Only resources come before each other; whatever else has a name is a way to them.
///
/// @rule R-GRAPH-12
/// @rule R-CMP-10
public final class ReferenceClosure {
  private final SortedMap<ComponentPath, ComponentConfig> components;
  private final SortedMap<String, Expression> locals;
  private final SortedMap<ResourceAddress, ResourceConfig> resources;
  private final Map<Name, Set<Referee>> known = new ConcurrentHashMap<>();

  /// @param locals of the stack itself
  /// @param components with the components in them
  public ReferenceClosure(
      SortedMap<ResourceAddress, ResourceConfig> resources,
      SortedMap<String, Expression> locals,
      SortedMap<ComponentPath, ComponentConfig> components) {
    this.resources = resources;
    this.locals = locals;
    this.components = components;
  }

  /// What a declaration names: one instance of a resource, or all of them.
  ///
  /// @param key of the instance in its component, where it is written as a literal
  /// @param depth how many components, from the outermost inwards, the reference never left: only
  ///   what is in the same instance of these is meant
  /// @rule R-CMP-12
  public record Referee(ResourceAddress resource, Optional<InstanceKey> key, int depth) {
    private Referee within(int most) {
      return depth <= most ? this : new Referee(resource, key, most);
    }
  }

  /// A name as it is meant in one component.
  ///
  /// @param root a local, a variable, or an output of a component
  private record Name(ComponentPath at, Root root) {}

  /// Everything that a resource names, and what the components around it are made from.
  ///
  /// @rule R-CMP-6
  /// @rule R-CMP-11
  public Set<Referee> of(ResourceConfig resource) {
    var at = resource.address().in();
    var all = behind(at, resource.references());
    addExplicit(resource, all);
    addRepetition(at, all);
    return all;
  }

  /// The resources on which the number of instances of a resource depends.
  public Set<Referee> ofRepetition(ResourceConfig resource) {
    var at = resource.address().in();
    var all = behind(at, resource.repetition().references());
    addRepetition(at, all);
    return all;
  }

  /// The resources on which the number of instances of a component depends.
  public Set<Referee> ofRepetition(ComponentPath component) {
    var all = new LinkedHashSet<Referee>();
    addRepetition(component, all);
    return all;
  }

  private void addRepetition(ComponentPath component, Set<Referee> all) {
    around(component, (at, each) -> addBehind(at, each.repetition().references(), all));
  }

  /// A component and those around it, from the outermost inwards, each with what it stands in.
  private void around(ComponentPath path, BiConsumer<ComponentPath, ComponentConfig> each) {
    for (int depth = 0; depth < path.depth(); depth++) {
      var component = components.get(path.first(depth + 1));
      if (component != null) each.accept(path.first(depth), component);
    }
  }

  /// What `dependsOn` of a resource and of the components around it says.
  public Set<Referee> explicit(ResourceConfig resource) {
    var all = new LinkedHashSet<Referee>();
    addExplicit(resource, all);
    return all;
  }

  private void addExplicit(ResourceConfig resource, Set<Referee> all) {
    var at = resource.address().in();
    addNeeds(at, resource.dependsOn(), all);
    for (ResourceAddress each : resource.lifecycle().containing(resources))
      if (!each.equals(resource.address())) all.add(contained(resource, each));
    around(at, (outside, component) -> addNeeds(outside, component.dependsOn(), all));
  }

  /// @rule R-PUL-30
  private static Referee contained(ResourceConfig member, ResourceAddress needed) {
    int depth =
        member.lifecycle().deletedWith().map(each -> each.shared(member.address().in())).orElse(0);
    return new Referee(needed, Optional.empty(), depth);
  }

  /// What references need.
  ///
  /// @param at the component that they stand in
  public Set<Referee> behind(ComponentPath at, Collection<Reference> references) {
    var referees = new LinkedHashSet<Referee>();
    addBehind(at, references, referees);
    return referees;
  }

  private void addBehind(ComponentPath at, Collection<Reference> references, Set<Referee> all) {
    if (references.isEmpty()) return;
    var walk = new Walk();
    references.forEach(each -> all.addAll(walk.behind(at, each)));
  }

  /// What `dependsOn` needs: of a component everything inside, and what its inputs and outputs
  /// refer to.
  ///
  /// @param at the component that it stands in
  /// @rule R-CMP-11
  public Set<Referee> needs(ComponentPath at, Collection<Root> roots) {
    var referees = new LinkedHashSet<Referee>();
    addNeeds(at, roots, referees);
    return referees;
  }

  private void addNeeds(ComponentPath at, Collection<Root> roots, Set<Referee> all) {
    if (roots.isEmpty()) return;
    var walk = new Walk();
    roots.forEach(each -> all.addAll(walk.needs(at, each)));
  }

  /// A search through the names. A name that it meets again adds nothing.
  private final class Walk {
    private final Set<Name> open = new HashSet<>();
    private boolean cut;

    Set<Referee> behind(ComponentPath at, Reference reference) {
      return switch (reference.root()) {
        case Root.Resource(var address) ->
            Set.of(new Referee(address.within(at), literalKey(reference), at.depth()));
        case Root.Outer(int depth, var root) ->
            behind(at.first(depth), new Reference(root, reference.steps()));
        case Root other -> behind(at, other);
      };
    }

    private Set<Referee> behind(ComponentPath at, Root root) {
      return switch (root) {
        case Root.Resource(var address) -> Set.of(all(address.within(at), at));
        case Root.Local _, Root.Component _ -> named(new Name(at, root));
        case Root.Variable _ -> at.isRoot() ? Set.of() : named(new Name(at, root));
        case Root.Outer(int depth, var outer) -> behind(at.first(depth), outer);
        case Root.EachKey _,
            Root.EachValue _,
            Root.CountIndex _,
            Root.Self _,
            Root.Secret _,
            Root.Named _,
            Root.Registered _,
            Root.Stack _ ->
            Set.of();
      };
    }

    Set<Referee> needs(ComponentPath at, Root root) {
      if (!(root instanceof Root.Component(var name, var output)) || output.isPresent())
        return behind(at, root);
      var outer = at.component(name);
      var all = new LinkedHashSet<>(behind(at, root));
      for (ResourceAddress each : outer.resourcesIn(resources).keySet())
        if (each.mode() != ResourceAddress.Mode.EPHEMERAL) all.add(all(each, at));
      var component = components.get(outer);
      if (component != null)
        component
            .inputs()
            .values()
            .forEach(input -> input.references().forEach(each -> all.addAll(behind(at, each))));
      return all;
    }

    private Set<Referee> named(Name name) {
      var found = known.get(name);
      if (found != null) return found;
      if (!open.add(name)) {
        cut = true;
        return Set.of();
      }
      boolean outer = cut;
      cut = false;
      var referees = found(name);
      open.remove(name);
      // A result that a cycle has cut short is incomplete, so it is not kept.
      if (!cut || open.isEmpty()) known.put(name, referees);
      cut = cut || outer;
      return referees;
    }

    private Set<Referee> found(Name name) {
      var at = name.at();
      return switch (name.root()) {
        case Root.Local(var local) -> {
          var expression = localsOf(at).get(local);
          if (expression == null) yield Set.of();
          expression.references().forEach(each -> neededLocal(at, each.root()));
          yield all(at, expression.references());
        }
        case Root.Variable(var variable) -> variable(at, variable);
        case Root.Component(var component, var output) -> outputs(at, component, output);
        default -> throw new IllegalStateException("no way: " + name);
      };
    }

    private void neededLocal(ComponentPath at, Root root) {
      if (!(root instanceof Root.Local(var local))) return;
      var order =
          new Scope.LocalOrder(localsOf(at), each -> isMet(new Name(at, new Root.Local(each))));
      order.upTo(local, each -> named(new Name(at, new Root.Local(each))));
    }

    private boolean isMet(Name name) {
      return known.containsKey(name) || open.contains(name);
    }

    private static Referee all(ResourceAddress resource, ComponentPath at) {
      return new Referee(resource, Optional.empty(), at.depth());
    }

    private Set<Referee> all(ComponentPath at, Collection<Reference> references) {
      var all = new LinkedHashSet<Referee>();
      references.forEach(each -> all.addAll(behind(at, each)));
      return all;
    }

    /// What is given to it, and to what its validations name.
    private Set<Referee> variable(ComponentPath at, String name) {
      var component = components.get(at);
      if (component == null) return Set.of();
      var all = new LinkedHashSet<Referee>();
      var input = component.inputs().get(name);
      if (input != null) all.addAll(all(at.parent(), input.references()));
      var declared = component.body().variables().get(name);
      if (declared != null)
        CheckRule.references(declared.validations()).forEach(each -> all.addAll(behind(at, each)));
      return all;
    }

    /// @rule R-CMP-11
    private Set<Referee> outputs(ComponentPath at, String name, Optional<String> only) {
      var inside = at.component(name);
      var component = components.get(inside);
      if (component == null) return Set.of();
      var all = new LinkedHashSet<>(all(at, component.repetition().references()));
      component.dependsOn().forEach(each -> all.addAll(needs(at, each)));
      component
          .body()
          .outputs()
          .forEach((each, output) -> {
            if (only.isPresent() && !only.get().equals(each)) return;
            addWithin(at, all(inside, output.references()), all);
            output.dependsOn().forEach(need -> addWithin(at, needs(inside, need), all));
          });
      return all;
    }

    /// What is referred to from around a component is in any instance of it.
    private static void addWithin(ComponentPath at, Set<Referee> found, Set<Referee> all) {
      found.forEach(each -> all.add(each.within(at.depth())));
    }

    private SortedMap<String, Expression> localsOf(ComponentPath at) {
      var component = components.get(at);
      return component == null ? locals : component.body().locals();
    }
  }

  private static Optional<InstanceKey> literalKey(Reference reference) {
    if (reference.steps().isEmpty()) return Optional.empty();
    return switch (reference.steps().getFirst()) {
      case Reference.Step.Index(int index) when index >= 0 ->
          Optional.of(new InstanceKey.Index(index));
      case Reference.Step.Key(String key) -> Optional.of(new InstanceKey.Key(key));
      default -> Optional.empty();
    };
  }
}
