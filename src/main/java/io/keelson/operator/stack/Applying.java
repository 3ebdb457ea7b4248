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

/// The plan of a Stack that is carried out now, and what happens to it meanwhile. Asked by any
/// thread.
final class Applying {
  private static final Logger LOG = LoggerFactory.getLogger(Applying.class);

  private final StackKey key;
  private final StackMemory memory;
  private final Runs runs;
  private final Reviews reviews;
  private volatile @Nullable SortedMap<String, String> members;

  Applying(StackKey key, StackMemory memory, Runs runs, Reviews reviews) {
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

  /// Whether what happened since an apply started forbids it to start anything new.
  boolean mustStop() {
    var planned = members;
    if (planned == null) return false;
    var stack = memory.stack();
    return stack.isEmpty()
        || runs.isWithdrawn()
        || Boolean.TRUE.equals(stack.get().getSpec().suspend)
        || !memory.fingerprints().equals(planned);
  }

  /// A decision was made, or taken back. While a plan is carried out it comes too late, and nobody
  /// has to wait for the end to be told so.
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
