package io.keelson.cli.status;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Puts instances below their resources, and both below the components that they stand in.
final class TreeBuilder {
  private final Optional<ShownPlan> plan;
  private final SortedMap<String, String> problems;
  private final Branch root = new Branch(Node.Kind.Component, "");

  /// @param problems what went wrong, by what it is about
  TreeBuilder(Optional<ShownPlan> plan, SortedMap<String, String> problems) {
    this.plan = plan;
    this.problems = problems;
  }

  /// Something that gets children while the tree is being built.
  private final class Branch {
    private final Node.Kind kind;
    private final String address;
    private final Map<String, Branch> branches = new LinkedHashMap<>();
    private @Nullable Declared declared;
    private @Nullable Instance recorded;
    private @Nullable State state;

    Branch(Node.Kind kind, String address) {
      this.kind = kind;
      this.address = address;
    }

    Branch below(Node.Kind childKind, String childAddress) {
      return branches.computeIfAbsent(
          childKind + " " + childAddress, _ -> new Branch(childKind, childAddress));
    }

    Node node() {
      var children = children();
      var shown = state;
      if (declared != null)
        return new Node(
            kind,
            address,
            declared.object(),
            state(declared, children),
            declared.instances(),
            children);
      if (shown == null)
        shown = new State(children.isEmpty() ? Health.READY : children.getFirst().worst(), "", "");
      return new Node(
          kind, address, recorded == null ? "" : recorded.object(), shown, "", children);
    }

    private State state(Declared declared, List<Node> children) {
      return plan.filter(ShownPlan::isBeingApplied).isEmpty()
          ? declared.state()
          : declared.state().within(children.stream().flatMap(Node::instanceStates).toList());
    }

    List<Node> children() {
      return branches.values().stream()
          .map(Branch::node)
          .sorted(Comparator.comparing(Node::worst))
          .toList();
    }
  }

  List<Node> members(
      Collection<Declared> components,
      Collection<Declared> resources,
      Collection<Instance> instances) {
    for (var each : components) root.below(Node.Kind.Component, each.address()).declared = each;
    for (var each : resources) root.below(Node.Kind.Resource, each.address()).declared = each;
    var all = new TreeMap<String, Instance>();
    for (var each : instances) all.put(each.address(), each);
    var actions = new TreeMap<String, String>();
    var known = new TreeSet<>(all.keySet());
    plan.map(ShownPlan::details)
        .ifPresent(details -> {
          actions.putAll(details.changes());
          known.addAll(details.deferred().keySet());
        });
    var addresses = new ArrayList<InstanceAddress>();
    known.addAll(actions.keySet());
    known.addAll(problems.keySet());
    for (var each : known) parsed(each).ifPresent(addresses::add);
    addresses.sort(null);
    for (var each : addresses) place(each, all.get(each.toString()), actions.get(each.toString()));
    return root.children();
  }

  /// @return empty for what is no instance, such as a variable
  private static Optional<InstanceAddress> parsed(String text) {
    try {
      return Optional.of(InstanceAddress.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void place(InstanceAddress at, @Nullable Instance recorded, @Nullable String action) {
    var state = state(at.toString(), recorded, action);
    if (state.isEmpty()) return;
    var leaf = resource(at).below(Node.Kind.Instance, at.toString());
    leaf.recorded = recorded;
    leaf.state = state.get();
  }

  /// How the instance is: what went wrong, what is planned, what its record says.
  private Optional<State> state(
      String address, @Nullable Instance recorded, @Nullable String action) {
    var own = Optional.ofNullable(recorded).map(Instance::state);
    if (own.isPresent() && own.get().health() == Health.WORKING) return own;
    var problem = problems.get(address);
    if (problem != null && (recorded != null || action != null))
      return Optional.of(new State(Health.FAILED, "Failed", problem));
    if (own.isPresent() && own.get().health() == Health.FAILED) return own;
    return plan.flatMap(shown -> planned(shown, address, recorded, action)).or(() -> own);
  }

  private static Optional<State> planned(
      ShownPlan shown, String address, @Nullable Instance recorded, @Nullable String action) {
    var deferred = shown.details().deferred().get(address);
    if (deferred != null) return Optional.of(new State(Health.WAITING, "Deferred", deferred));
    return action == null ? Optional.empty() : shown.stateOf(action, recorded);
  }

  private Branch resource(InstanceAddress at) {
    var around = at.component();
    var branch = root;
    for (int depth = 1; depth <= around.keys().size(); depth++)
      branch = component(branch, around.around(depth));
    var local = around.keys().isEmpty() ? "" : around + ".";
    return branch.below(Node.Kind.Resource, local + at.resource().local());
  }

  /// A component that is repeated has its instances below it.
  private static Branch component(Branch outer, ComponentInstance inside) {
    var name = inside.path().names().getLast();
    var use = inside.parent().component(name, new InstanceKey.None());
    var branch = outer.below(Node.Kind.Component, use.toString());
    return inside.equals(use) ? branch : branch.below(Node.Kind.Component, inside.toString());
  }
}
