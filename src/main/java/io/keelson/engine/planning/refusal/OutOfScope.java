package io.keelson.engine.planning.refusal;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ReferenceClosure.Referee;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds what would have to happen to instances that a plan of a narrow scope leaves out. With any
/// of it nothing is planned.
///
/// @rule R-PUL-55
public final class OutOfScope {
  private final Snapshot snapshot;
  private final PlanOptions options;
  private final Selection selection;

  /// The problems by left-out instance, so that each instance is reported once.
  private final SortedMap<InstanceAddress, Diagnostic> found = new TreeMap<>();

  public OutOfScope(Snapshot snapshot, PlanOptions options, Selection selection) {
    this.snapshot = snapshot;
    this.options = options;
    this.selection = selection;
  }

  /// The left-out instances that planned changes need and that do not exist any more or yet, and
  /// those that need an object which the plan destroys. While programs run, more is planned than
  /// the targets, so that nothing follows from it.
  ///
  /// @param settled what is recorded, at its new addresses
  /// @param expansions of all resources that were looked at
  public List<Diagnostic> problems(
      StackState settled, Map<ResourceAddress, Expansion> expansions, Collection<Change> changes) {
    var targeting = options.targeting();
    if (targeting.scope() == Scope.NEEDED || !targeting.programs().isEmpty()) return List.of();
    if (options.mode() == Mode.NORMAL)
      snapshot
          .dependencies()
          .needs()
          .forEach((user, needs) -> {
            if (selection.includes(user))
              needs.referees().forEach(each -> lookAtNeeded(user, each, settled, expansions));
          });
    for (Change change : changes)
      if (change.action() instanceof Action.Delete && !stays(change))
        users(change.object().instance(), settled).forEach(user -> destroyed(user, change));
    return List.copyOf(found.values());
  }

  /// The left-out instances that need an object which the plan destroys before it is made anew,
  /// each with the instance of that object.
  public static SortedMap<InstanceAddress, InstanceAddress> usersOfReplaced(
      Snapshot snapshot, PlanOptions options, Plan plan) {
    var scope = new OutOfScope(snapshot, options, Selection.of(options, snapshot));
    var users = new TreeMap<InstanceAddress, InstanceAddress>();
    for (Change change : plan.changes().values())
      if (isDestroyedFirst(change))
        scope
            .users(change.object().instance(), plan.refreshed())
            .forEach(user -> users.putIfAbsent(user, change.object().instance()));
    return users;
  }

  /// The problems of those users that would have to be destroyed first as well.
  ///
  /// @param users with the instance that each needs
  /// @param wider the plan in which they are planned, too
  public static List<Diagnostic> goingAlong(
      SortedMap<InstanceAddress, InstanceAddress> users, Plan wider) {
    var replaced = new TreeMap<InstanceAddress, Change>();
    for (Change change : wider.changes().values())
      if (change.action() instanceof Action.Replace)
        replaced.put(change.object().instance(), change);
    var found = new TreeMap<InstanceAddress, Diagnostic>();
    users.forEach((user, needed) -> {
      // The user may stay if the wider plan replaces the needed instance without it. If the wider
      // plan does not replace that instance, something prevents it, which is a problem, too.
      if (!replaced.containsKey(user) && replaced.containsKey(needed)) return;
      found.put(
          user,
          problem(
              user,
              needed
                  + " is to be destroyed and made anew, and "
                  + user
                  + ", which needs it, has to be destroyed before."));
    });
    return List.copyOf(found.values());
  }

  private static boolean isDestroyedFirst(Change change) {
    return change.object().deposed().isEmpty()
        && change.action() instanceof Action.Replace(var order, _)
        && order == ReplaceOrder.DESTROY_FIRST;
  }

  /// Whether a declared resource only loses an instance: then its users do not have to go.
  private boolean stays(Change change) {
    return options.mode() == Mode.NORMAL
        && snapshot.config().declares(change.object().instance().resource());
  }

  private List<InstanceAddress> users(InstanceAddress of, StackState settled) {
    return settled.instances().entrySet().stream()
        .filter(each -> !selection.includes(each.getKey()))
        .filter(each ->
            each.getValue()
                .objects()
                .map(ObjectState::dependencies)
                .anyMatch(needs ->
                    needs.stream().anyMatch(need -> need.resource().equals(of.resource()))))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void lookAtNeeded(
      ResourceAddress user,
      Referee needed,
      StackState settled,
      Map<ResourceAddress, Expansion> expansions) {
    var expansion = expansions.get(needed.resource());
    if (needed.resource().mode() != ResourceAddress.Mode.MANAGED || expansion == null) return;
    for (var key : expansion.members().keySet()) {
      var at = needed.resource().instance(key);
      if (selection.includes(at)
          || needed.key().filter(each -> !each.equals(key.own())).isPresent()) continue;
      toBeMade(at, settled.instance(at))
          .ifPresent(
              why -> found.putIfAbsent(at, problem(at, at + why + ", and " + user + " needs it.")));
    }
  }

  /// What a plan of everything would say of a needed instance that is not as it has to be.
  private Optional<String> toBeMade(InstanceAddress at, InstanceState recorded) {
    if (recorded.current().isEmpty()) return Optional.of(" is to be created");
    if (recorded.drift() instanceof Drift.Missing)
      return Optional.of(" is gone and is to be made again");
    boolean replaced =
        recorded.current().get().status() == ObjectState.Status.TAINTED
            || options.requestsReplacement(at);
    return replaced ? Optional.of(" is to be replaced") : Optional.empty();
  }

  private void destroyed(InstanceAddress user, Change change) {
    var at = change.object().instance();
    found.putIfAbsent(
        user,
        problem(
            user, at + " is to be destroyed, and " + user + ", which needs it, has to go before."));
  }

  private static Diagnostic problem(InstanceAddress leftOut, String why) {
    return Diagnostic.error(
        Code.OPTIONS,
        Subject.of(leftOut),
        "Left out of the plan's scope",
        why
            + " The option scope limits the plan to less than that, so nothing is planned. Make "
            + leftOut
            + " a target, too, or choose another scope.");
  }
}
