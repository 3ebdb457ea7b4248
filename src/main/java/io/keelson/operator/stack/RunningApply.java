package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.run.Runs;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The plan of a Stack that is carried out now, and the events that arrive meanwhile. Used by any
/// thread.
final class RunningApply {
  private static final Logger LOG = LoggerFactory.getLogger(RunningApply.class);

  private final StackKey key;
  private final StackMemory memory;
  private final Runs runs;
  private final Reviews reviews;
  private volatile @Nullable SortedMap<String, String> members;

  RunningApply(StackKey key, StackMemory memory, Runs runs, Reviews reviews) {
    this.key = key;
    this.memory = memory;
    this.runs = runs;
    this.reviews = reviews;
  }

  /// @param planned the fingerprints of the members that the plan was made with
  void begin(SortedMap<String, String> planned) {
    members = planned;
  }

  void end() {
    members = null;
  }

  /// Whether the Stack or its declaration has changed since the apply started, so that it must
  /// start nothing new.
  boolean mustStop() {
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
