package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.state.InstanceMemory;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The plan of a Stack that is carried out now, and the events that arrive meanwhile. Used by any
/// thread.
final class RunningApply {
  private static final Logger LOG = LoggerFactory.getLogger(RunningApply.class);

  private final StackKey key;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final Runs runs;
  private final Reviews reviews;
  private final PlanningTurn planning;
  private final BooleanSupplier closing;
  private volatile @Nullable SortedMap<String, String> members;
  private volatile @Nullable StopSignal running;

  /// @param closing whether nothing new is to be started
  RunningApply(
      StackKey key,
      StackMemory memory,
      InstanceMemory instances,
      Runs runs,
      Reviews reviews,
      PlanningTurn planning,
      BooleanSupplier closing) {
    this.key = key;
    this.memory = memory;
    this.instances = instances;
    this.runs = runs;
    this.reviews = reviews;
    this.planning = planning;
    this.closing = closing;
  }

  /// Called when an apply starts, with the means to stop it, and without when it has ended.
  void course(Planned planned, @Nullable StopSignal stop) {
    // What applies takes as long as the real world does.
    planning.end();
    instances.busy(stop != null);
    runs.applying(stop == null ? Optional.empty() : planned.run());
    members = stop == null ? null : planned.members();
    running = stop;
    // An event that came before this call must stop the apply as well.
    if (stop != null && (closing.getAsBoolean() || mustStop())) stop.set();
  }

  /// Called when something has changed: starts nothing new if that makes the apply vain.
  void reconsider() {
    if (mustStop()) stop();
  }

  /// Starts nothing new.
  void stop() {
    var apply = running;
    if (apply != null) apply.set();
  }

  /// Whether the Stack or its declaration has changed since the apply started, so that it must
  /// start nothing new.
  private boolean mustStop() {
    var planned = members;
    if (planned == null) return false;
    var stack = memory.stack();
    return stack.isEmpty()
        || runs.isWithdrawn()
        || Boolean.TRUE.equals(stack.get().getSpec().suspend)
        || !memory.fingerprints().equals(planned);
  }

  /// Called when a PlanApproval changed. A decision about a plan that is carried out comes too
  /// late; its status says so at once, not only when the apply ends.
  void decided() {
    if (members == null) return;
    Thread.ofVirtual()
        .name("decision " + key)
        .start(() -> {
          try {
            reviews.objects().late();
          } catch (KubernetesClientException e) {
            LOG.debug("{}: a decision is told later what it does: {}", key, e.getMessage());
          }
        });
  }
}
