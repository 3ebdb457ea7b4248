package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.queue.FairPlaces;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The records of one Stack: reads them, keeps them up to date, and writes them.
public final class StackRecords {
  private final InstanceMemory memory;
  private final RecordClient client;
  private final InstanceRecords records;
  private final KubernetesStateStore store;
  private final ForeignOperations foreign;
  private final String cluster;

  /// The namespace, the Stack and the cluster that the records belong to.
  public record Home(String namespace, String stack, String cluster) {}

  /// @param writes the places for writes of all Stacks, given in turn to namespaces
  public StackRecords(
      KubernetesClient kubernetes,
      Home home,
      Sealer sealer,
      KeptConfigurations configurations,
      InstanceMemory memory,
      ProcessLiveness liveness,
      Fence fence,
      Clock clock,
      FairPlaces writes) {
    var objects = new ObjectRecords(sealer);
    this.memory = memory;
    this.client = new RecordClient(kubernetes, home.namespace(), home.stack(), writes);
    this.records = new InstanceRecords(objects, home.namespace(), home.stack(), home.cluster());
    this.store =
        new KubernetesStateStore(
            client,
            records,
            objects,
            configurations,
            memory,
            new Journal(liveness.self(), clock),
            fence);
    this.foreign = new ForeignOperations(liveness, clock);
    this.cluster = home.cluster();
  }

  /// Reads every record anew, with a quorum list.
  public void take() {
    memory.busy(true);
    try {
      memory.take(client.list(), records);
    } finally {
      memory.busy(false);
    }
  }

  /// All records of a Stack as they are now, for commands that only read.
  public static InstanceMemory look(KubernetesClient kubernetes, Home home, Sealer sealer) {
    var memory = new InstanceMemory(() -> {});
    memory.take(
        new RecordClient(kubernetes, home.namespace(), home.stack()).list(),
        new InstanceRecords(
            new ObjectRecords(sealer), home.namespace(), home.stack(), home.cluster()));
    return memory;
  }

  public KubernetesStateStore store() {
    return store;
  }

  /// Whether any record holds a sealed part: then a new key must not be made.
  public static boolean anySealed(KubernetesClient kubernetes, String namespace, String stack) {
    return new RecordClient(kubernetes, namespace, stack)
        .list().stream().anyMatch(KeyEvidence::isSealed);
  }

  /// Whether the Stack has any record.
  public static boolean any(KubernetesClient kubernetes, String namespace, String stack) {
    return !new RecordClient(kubernetes, namespace, stack).list().isEmpty();
  }

  /// All records as they are now, without their states.
  public List<ResourceInstance> all() {
    return memory.all().stream().map(HeldRecord::record).toList();
  }

  /// A sentence for each operation that another process began and that may still be running.
  public List<String> runningElsewhere() {
    return foreign.running(all());
  }

  /// Records that were written in another cluster.
  public List<String> foreignCluster() {
    return memory.all().stream()
        .filter(record ->
            record.record().getSpec().cluster != null
                && !cluster.equals(record.record().getSpec().cluster))
        .map(record -> record.at().toString())
        .toList();
  }

  /// The name of an instance's record.
  public Optional<String> name(InstanceAddress at) {
    return memory.held(at).map(record -> record.meta().getName());
  }

  /// The answers of people in an annotation of records, by address; without records that cannot be
  /// read.
  public SortedMap<InstanceAddress, String> annotations(String name) {
    var found = new TreeMap<InstanceAddress, String>();
    for (HeldRecord record : memory.all()) {
      var said = record.annotations().get(name);
      if (said != null && record.readable()) found.put(record.at(), said);
    }
    return found;
  }

  /// Whether only a person can tell which objects of this instance exist.
  public boolean isUncertain(InstanceAddress at) {
    return memory.held(at).filter(HeldRecord::isUncertain).isPresent();
  }

  /// Whether the outcome of a create of this instance is unknown.
  public boolean opensCreate(InstanceAddress at) {
    return memory.held(at).filter(HeldRecord::opensCreate).isPresent();
  }
}
