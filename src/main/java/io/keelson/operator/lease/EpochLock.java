package io.keelson.operator.lease;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.operator.api.JournalEntry.Holder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The leader's Lease, with an epoch that rises by compare-and-swap whenever it changes hands, and
/// with a description of who holds it.
///
/// A lease whose holder is known to be gone reads as free: nobody waits for a dead process.
final class EpochLock implements Lock {
  static final String EPOCH = "keelson.dev/epoch";
  static final String HOLDER = "keelson.dev/holder";

  private final String namespace;
  private final String name;
  private final Whereabouts whereabouts;
  private final Fence fence;
  private final Duration margin;
  private @Nullable Lease seen;

  /// @param margin how long before the lease ends nothing new is started any more
  EpochLock(String namespace, String name, Whereabouts whereabouts, Fence fence, Duration margin) {
    this.namespace = namespace;
    this.name = name;
    this.whereabouts = whereabouts;
    this.fence = fence;
    this.margin = margin;
  }

  @Override
  public @Nullable LeaderElectionRecord get(KubernetesClient client) {
    seen = client.leases().inNamespace(namespace).withName(name).get();
    if (seen == null || seen.getSpec() == null) return null;
    var spec = seen.getSpec();
    boolean free = !identity().equals(spec.getHolderIdentity()) && whereabouts.isGone(holder(seen));
    return new LeaderElectionRecord(
        free ? "" : spec.getHolderIdentity(),
        Duration.ofSeconds(Optional.ofNullable(spec.getLeaseDurationSeconds()).orElse(0)),
        spec.getAcquireTime(),
        spec.getRenewTime(),
        Optional.ofNullable(spec.getLeaseTransitions()).orElse(0));
  }

  private static @Nullable Holder holder(Lease lease) {
    var text = annotations(lease).get(HOLDER);
    return text == null ? null : Serialization.unmarshal(text, Holder.class);
  }

  private static Map<String, String> annotations(Lease lease) {
    var annotations = lease.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  @Override
  public void create(KubernetesClient client, LeaderElectionRecord record) {
    long sent = fence.now();
    var lease = lease(record, 1, null);
    seen = client.leases().inNamespace(namespace).resource(lease).create();
    fence.renewed(1, sent, record.getLeaseDuration().minus(margin));
  }

  @Override
  public void update(KubernetesClient client, LeaderElectionRecord record) {
    var before = Objects.requireNonNull(seen, "the lease is read before it is written");
    long held = Long.parseLong(annotations(before).getOrDefault(EPOCH, "0"));
    boolean mine = identity().equals(before.getSpec().getHolderIdentity());
    long epoch = mine ? held : held + 1;
    long sent = fence.now();
    boolean released = record.getHolderIdentity() == null;
    if (released) fence.lost();
    var lease = lease(record, epoch, before.getMetadata().getResourceVersion());
    seen = client.leases().inNamespace(namespace).resource(lease).update();
    if (!released) fence.renewed(epoch, sent, record.getLeaseDuration().minus(margin));
  }

  private Lease lease(LeaderElectionRecord record, long epoch, @Nullable String version) {
    var annotations = new HashMap<String, String>();
    annotations.put(EPOCH, Long.toString(epoch));
    if (record.getHolderIdentity() != null)
      annotations.put(HOLDER, Serialization.asJson(whereabouts.self()));
    return new LeaseBuilder()
        .withMetadata(
            new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withResourceVersion(version)
                .withAnnotations(annotations)
                .build())
        .withSpec(
            new LeaseSpecBuilder()
                .withHolderIdentity(record.getHolderIdentity())
                .withLeaseDurationSeconds((int) record.getLeaseDuration().toSeconds())
                .withAcquireTime(record.getAcquireTime())
                .withRenewTime(record.getRenewTime())
                .withLeaseTransitions(record.getLeaderTransitions())
                .build())
        .build();
  }

  @Override
  public String identity() {
    return whereabouts.self().host + "_" + whereabouts.self().process;
  }

  @Override
  public String describe() {
    return namespace + "/" + name;
  }
}
