package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.status.ConditionReason;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Makes the records of a Stack from a state that comes from elsewhere. Existing state is never
/// overwritten: each record is made empty, and its state is written once.
public final class RecordImport {
  private static final int MOST_TOLD = 10;

  private final RecordClient client;
  private final InstanceRecords records;
  private final RecordSize size;
  private final String stack;
  private final Clock clock;
  private final InstanceMemory memory = new InstanceMemory(() -> {});

  public RecordImport(
      KubernetesClient kubernetes, StackRecords.Home home, Sealer sealer, Clock clock) {
    this.client = new RecordClient(kubernetes, home.namespace(), home.stack());
    this.records =
        new InstanceRecords(
            new ObjectRecords(sealer), home.namespace(), home.stack(), home.cluster());
    this.size = new RecordSize(records, client);
    this.stack = home.stack();
    this.clock = clock;
  }

  /// Why the records do not allow this state of the Stack: a few sentences, or none.
  public List<String> objections(SortedMap<InstanceAddress, InstanceState> wanted) {
    memory.take(client.list(), records);
    var objections = new ArrayList<String>();
    memory.problems().values().stream()
        .filter(problem -> problem.reason() != ConditionReason.ImportUnfinished)
        .forEach(problem -> objections.add(problem.message()));
    for (HeldRecord held : memory.all())
      if (held.readable()) objection(held, wanted).ifPresent(objections::add);
    wanted.forEach((at, state) ->
        size.tooLarge(state)
            .ifPresent(kib ->
                objections.add(
                    "%s: its state takes %d KiB, more than a record can hold."
                        .formatted(at, kib))));
    return objections.size() <= MOST_TOLD ? objections : shortened(objections);
  }

  private static List<String> shortened(List<String> objections) {
    var some = new ArrayList<>(objections.subList(0, MOST_TOLD));
    some.add("And %d more.".formatted(objections.size() - MOST_TOLD));
    return some;
  }

  private static Optional<String> objection(
      HeldRecord held, Map<InstanceAddress, InstanceState> wanted) {
    var at = held.at();
    var state = wanted.get(at);
    var name = held.meta().getName();
    if (state == null)
      return Optional.of(
          "%s: the Stack has the record %s, and the file has nothing of it.".formatted(at, name));
    if (isUnfinished(held) || held.state().equals(state)) return Optional.empty();
    return Optional.of("%s: the record %s says something else than the file.".formatted(at, name));
  }

  private static boolean isUnfinished(HeldRecord held) {
    return InstanceRecords.isImportUnfinished(held.record());
  }

  /// Has the API server check, without doing it, whether the first missing record may be made: who
  /// may write records is a question of admission, which asking for rights does not answer.
  public void rehearse(SortedMap<InstanceAddress, InstanceState> wanted) {
    firstMissing(wanted).ifPresent(each -> client.rehearse(empty(each.getKey(), each.getValue())));
  }

  /// Makes the first record that is missing, without its state: what refuses the import shows here,
  /// before anything is sealed.
  public void begin(SortedMap<InstanceAddress, InstanceState> wanted) {
    firstMissing(wanted)
        .ifPresent(each -> {
          var _ = made(each.getKey(), each.getValue());
        });
  }

  private Optional<Map.Entry<InstanceAddress, InstanceState>> firstMissing(
      SortedMap<InstanceAddress, InstanceState> wanted) {
    return wanted.entrySet().stream()
        .filter(each -> memory.held(each.getKey()).isEmpty())
        .findFirst();
  }

  /// Writes the missing records. [#objections] must have found none; an import that was cut off is
  /// continued by the next one.
  ///
  /// @param serials how often the records were written at their origin
  /// @return how many records were written
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer, or refuses
  public int write(
      SortedMap<InstanceAddress, InstanceState> wanted, Map<InstanceAddress, Long> serials) {
    int written = 0;
    for (var each : wanted.entrySet()) {
      var at = each.getKey();
      var held = memory.held(at);
      if (held.isPresent() && !isUnfinished(held.get())) continue;
      var record = held.map(HeldRecord::record).orElseGet(() -> made(at, each.getValue()));
      fill(record, each.getValue(), Math.max(1, serials.getOrDefault(at, 1L)));
      written++;
    }
    return written;
  }

  private ResourceInstance made(InstanceAddress at, InstanceState state) {
    var made = client.create(empty(at, state));
    memory.put(HeldRecord.of(made, InstanceState.NONE));
    return made;
  }

  private ResourceInstance empty(InstanceAddress at, InstanceState state) {
    return records.imported(at, memory.newName(stack, at), state.previousAddresses());
  }

  private void fill(ResourceInstance record, InstanceState state, long serial) {
    var now = clock.instant();
    var content =
        new InstanceRecords.Content(
            state, state.open().map(open -> Journal.imported(open, now)), null, null);
    client.writeStatus(record, records.status(content, record, serial, now));
  }
}
