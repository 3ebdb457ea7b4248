package io.keelson.operator.stack.report;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Reason;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.KubernetesStateStore;
import io.keelson.operator.state.Phase;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes the phase of each instance, with its conditions, to its record as a plan shows it:
/// Orphaned, Uncertain, or the phase that the state tells by itself.
final class InstanceReports {
  private InstanceReports() {}

  /// @param usable instances whose records can be used; the others are left alone
  static void write(Planned planned, Set<InstanceAddress> usable, KubernetesStateStore store) {
    var remarkable = remarkable(planned);
    planned.snapshot().prior().instances().keySet().stream()
        .filter(usable::contains)
        .forEach(at -> store.say(at, remarkable.get(at)));
  }

  private static SortedMap<InstanceAddress, Phase> remarkable(Planned planned) {
    var phases = new TreeMap<InstanceAddress, Phase>();
    for (var change : planned.plan().effective()) {
      boolean leaves = change.action() instanceof Action.Delete;
      if (leaves && change.object().deposed().isEmpty() && change.reason() != Reason.DESTROY_MODE)
        phases.put(planned.plan().recordedAt(change.object().instance()), Phase.Orphaned);
    }
    for (var diagnostic : planned.diagnostics())
      if (diagnostic.code() == Code.OUTCOME_UNKNOWN
          && diagnostic.subject() instanceof Subject.OfInstance(var at))
        phases.put(at, Phase.Uncertain);
    return phases;
  }
}
