package io.keelson.operator.status;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether the API server lets this process write statuses. An operator that runs as another
/// account than the admission policies know is refused each of them, and then no object can say so.
public final class StatusRefusals {
  private volatile @Nullable String last;

  /// A status was refused.
  ///
  /// @return what to tell of it
  public String refused(KubernetesClientException refusal) {
    var why = "the API server refuses the statuses that it writes: " + ServerMessage.of(refusal);
    last = why;
    return why;
  }

  /// A status was written, so that another refusal is a matter of its object.
  public void written() {
    last = null;
  }

  /// Why nothing can be reported; empty if something could be last.
  public Optional<String> told() {
    return Optional.ofNullable(last);
  }
}
