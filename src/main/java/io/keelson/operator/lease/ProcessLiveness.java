package io.keelson.operator.lease;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.record.JournalEntry.Holder;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Tells whether another process is known to be gone. Not knowing counts as not gone.
public final class ProcessLiveness {
  private final Holder self;
  private final LongFunction<Optional<String>> startOf;
  private final KubernetesClient client;

  public ProcessLiveness(Holder self, KubernetesClient client) {
    this(self, RunningProcess::startOf, client);
  }

  /// @param startOf gives the start of a running process on this host
  ProcessLiveness(Holder self, LongFunction<Optional<String>> startOf, KubernetesClient client) {
    this.self = self;
    this.startOf = startOf;
    this.client = client;
  }

  public Holder self() {
    return self;
  }

  public boolean isSelf(@Nullable Holder other) {
    return other != null && Objects.equals(other.process, self.process);
  }

  /// True only for certain: same pod with another container, pod deleted, or same host and boot
  /// with the process dead.
  public boolean isGone(@Nullable Holder other) {
    if (other == null || isSelf(other)) return false;
    if (other.podUid != null)
      return other.podUid.equals(self.podUid) || isPodGone(other.podUid, other.pod);
    return self.podUid == null && isDeadHere(other);
  }

  /// Whether the process has ended on this host. Known only where both processes see the same
  /// process table.
  private boolean isDeadHere(Holder other) {
    if (other.pid == null || other.boot == null || other.boot.isEmpty()) return false;
    if (!other.boot.equals(self.boot) || !Objects.equals(other.host, self.host)) return false;
    return !startOf.apply(other.pid).equals(Optional.ofNullable(other.startedAt));
  }

  private boolean isPodGone(String uid, @Nullable String name) {
    if (name == null || name.indexOf('/') < 0) return false;
    int slash = name.indexOf('/');
    try {
      Pod pod =
          client
              .pods()
              .inNamespace(name.substring(0, slash))
              .withName(name.substring(slash + 1))
              .get();
      return pod == null || !uid.equals(pod.getMetadata().getUid());
    } catch (KubernetesClientException e) {
      return false;
    }
  }
}
