package io.keelson.operator.lease;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.operator.api.record.JournalEntry.Holder;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The leader's Lease, with an epoch that rises by compare-and-swap whenever it changes hands, and
/// with a description of who holds it.
///
/// The lease of another process is free when that process is known to be gone, or when this process
/// has seen no renewal for as long as a lease lasts, on its own clock: clocks of machines differ.
final class EpochLease {
  static final String EPOCH = "keelson.dev/epoch";
  static final String HOLDER = "keelson.dev/holder";

  private static final Duration LASTS = Duration.ofSeconds(15);

  /// How long before the lease ends for others this process starts nothing new any more.
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /// How long an answer may take: short enough to leave time for another attempt.
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final ProcessLiveness liveness;
  private final Fence fence;
  private @Nullable Lease seen;
  private String foreign = "";
  private long foreignSince;

  EpochLease(
      KubernetesClient client,
      String namespace,
      String name,
      ProcessLiveness liveness,
      Fence fence) {
    var attempt =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestRetryBackoffLimit(0)
            .withRequestTimeout((int) ANSWER.toMillis())
            .build();
    this.client = client.newClient(attempt).adapt(KubernetesClient.class);
    this.namespace = namespace;
    this.name = name;
    this.liveness = liveness;
    this.fence = fence;
  }

  /// Takes the lease if it is free, renews it if it is this process's own.
  ///
  /// @return whether this process holds it now
  /// @throws KubernetesClientException if it is not known whether this process holds it
  boolean hold() {
    try {
      return attempt();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
      // Another process was faster, or an earlier attempt succeeded although its answer was lost.
      seen = null;
      return attempt();
    }
  }

  private boolean attempt() {
    long asked = fence.now();
    // The lease that this process wrote last is current while the fence holds, as nobody else may
    // take it over before.
    if (!isMine(seen) || !fence.holds()) seen = read();
    if (isForeign(seen)) {
      fence.lost();
      return false;
    }
    long epoch = isMine(seen) ? epoch(seen) : Math.max(epoch(seen), fence.epoch()) + 1;
    seen = write(lease(seen, epoch));
    fence.renewed(epoch, asked, LASTS.minus(MARGIN));
    return true;
  }

  /// Gives the lease back, so that the next leader need not wait.
  ///
  /// @throws KubernetesClientException if that is not known to have worked
  void release() {
    fence.lost();
    var held = seen;
    if (held == null || !isMine(held)) return;
    held.getSpec().setHolderIdentity(null);
    held.getMetadata().getAnnotations().remove(HOLDER);
    seen = write(held);
  }

  private @Nullable Lease read() {
    return client.leases().inNamespace(namespace).withName(name).get();
  }

  private Lease write(Lease lease) {
    var leases = client.leases().inNamespace(namespace).resource(lease);
    return lease.getMetadata().getResourceVersion() == null ? leases.create() : leases.update();
  }

  private boolean isMine(@Nullable Lease lease) {
    return lease != null && holderIdentity(lease).equals(identity());
  }

  private boolean isForeign(@Nullable Lease lease) {
    if (lease == null || isMine(lease)) return false;
    if (holderIdentity(lease).isEmpty() || liveness.isGone(holder(lease))) return false;
    var version = lease.getMetadata().getResourceVersion();
    if (!version.equals(foreign)) {
      foreign = version;
      foreignSince = fence.now();
    }
    return fence.now() - foreignSince < lasts(lease).toNanos();
  }

  private static Optional<LeaseSpec> spec(Lease lease) {
    return Optional.ofNullable(lease.getSpec());
  }

  private static String holderIdentity(Lease lease) {
    return spec(lease).map(LeaseSpec::getHolderIdentity).orElse("");
  }

  private static Duration lasts(Lease lease) {
    return spec(lease)
        .map(LeaseSpec::getLeaseDurationSeconds)
        .map(Duration::ofSeconds)
        .orElse(LASTS);
  }

  private static @Nullable Holder holder(Lease lease) {
    var text = annotations(lease).get(HOLDER);
    return text == null ? null : Serialization.unmarshal(text, Holder.class);
  }

  private static long epoch(@Nullable Lease lease) {
    return lease == null ? 0 : Long.parseLong(annotations(lease).getOrDefault(EPOCH, "0"));
  }

  private static Map<String, String> annotations(Lease lease) {
    return Objects.requireNonNullElse(lease.getMetadata().getAnnotations(), Map.of());
  }

  private Lease lease(@Nullable Lease before, long epoch) {
    var annotations = new HashMap<String, String>();
    annotations.put(EPOCH, Long.toString(epoch));
    annotations.put(HOLDER, Serialization.asJson(liveness.self()));
    var now = ZonedDateTime.now(ZoneOffset.UTC);
    var spec =
        new LeaseSpecBuilder()
            .withHolderIdentity(identity())
            .withLeaseDurationSeconds((int) LASTS.toSeconds())
            .withAcquireTime(now)
            .withRenewTime(now);
    var metadata =
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withAnnotations(annotations);
    if (before != null) {
      metadata.withResourceVersion(before.getMetadata().getResourceVersion());
      int transitions = spec(before).map(LeaseSpec::getLeaseTransitions).orElse(0);
      spec.withLeaseTransitions(isMine(before) ? transitions : transitions + 1);
      if (isMine(before)) spec.withAcquireTime(before.getSpec().getAcquireTime());
    }
    return new LeaseBuilder().withMetadata(metadata.build()).withSpec(spec.build()).build();
  }

  private String identity() {
    return liveness.self().host + "_" + liveness.self().process;
  }
}
