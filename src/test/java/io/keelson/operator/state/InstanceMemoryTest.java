package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.status.ConditionReason;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a process believes of the records of a Stack, and what makes it doubt.
final class InstanceMemoryTest {
  private static final InstanceAddress WEB = InstanceAddress.parse("server.web");
  private static final InstanceAddress API = InstanceAddress.parse("server.api");

  private final InstanceRecords records =
      new InstanceRecords(
          new ObjectRecords(new Sealer(Bytes.of(new byte[Sealer.KEY_LENGTH]), new SecureRandom())),
          "test",
          "shop",
          "cluster");
  private final AtomicInteger news = new AtomicInteger();
  private final InstanceMemory memory = new InstanceMemory(news::incrementAndGet);

  private static JournalEntry intent(String id) {
    return Journal.imported(
        new Operation(
            id,
            Operation.Kind.CREATE,
            Optional.empty(),
            "digest",
            Optional.empty(),
            Duration.ZERO,
            Declared.NONE),
        Instant.EPOCH);
  }

  /// @param version of the record, as the API server counts
  private ResourceInstance record(InstanceAddress at, String name, int version) {
    var record = records.born(at, name, intent("op-1"));
    record.setMetadata(
        new ObjectMetaBuilder(record.getMetadata())
            .withUid("uid-" + name)
            .withResourceVersion("" + version)
            .build());
    return record;
  }

  /// The same record after a write.
  private ResourceInstance written(ResourceInstance record, int version) {
    var later = record(InstanceAddress.parse(record.getSpec().address), name(record), version);
    var content = new InstanceRecords.Content(InstanceState.NONE, Optional.empty(), "op-1", null);
    later.setStatus(
        records.status(content, record, InstanceRecords.serial(record) + 1, Instant.EPOCH));
    return later;
  }

  private static String name(ResourceInstance record) {
    return record.getMetadata().getName();
  }

  private ResourceInstance known(InstanceAddress at, String name) {
    var record = record(at, name, 1);
    memory.take(List.of(record), records);
    return record;
  }

  /// This process writes the record, and gets the server's answer.
  private ResourceInstance writes(ResourceInstance record, int version) {
    var answer = written(record, version);
    memory.put(HeldRecord.of(answer, InstanceState.NONE));
    return answer;
  }

  @Test
  void eventOfAnOwnWrite_isNoNews() {
    var answer = writes(known(WEB, "a"), 2);

    assertThat(memory.observe(answer)).isFalse();

    assertThat(memory.isTrusted()).isTrue();
  }

  @Test
  void writeOfSomebodyElse_endsTheTrust() {
    var record = known(WEB, "a");

    assertThat(memory.observe(written(record, 2))).isTrue();

    assertThat(memory.isTrusted()).isFalse();
  }

  @Test
  void eventThatOvertakesItsAnswer_isNoNews_onceTheAnswerIsThere() {
    var record = known(WEB, "a");
    memory.busy(true);

    assertThat(memory.observe(written(record, 2))).isFalse();
    writes(record, 2);
    memory.busy(false);

    assertThat(memory.isTrusted()).isTrue();
    assertThat(news).hasValue(0);
  }

  @Test
  void writeOfSomebodyElseDuringOwnWork_isFoundAtItsEnd() {
    var record = known(WEB, "a");
    memory.busy(true);

    assertThat(memory.observe(written(record, 2))).isFalse();
    memory.busy(false);

    assertThat(memory.isTrusted()).isFalse();
    assertThat(news).hasValue(1);
  }

  @Test
  void recordThatSomebodyElseMakes_endsTheTrust() {
    known(WEB, "a");

    assertThat(memory.observe(record(API, "b", 5))).isTrue();

    assertThat(memory.isTrusted()).isFalse();
  }

  @Test
  void annotation_isTold_andTheContentStaysTrusted() {
    var record = known(WEB, "a");
    var annotated = record(WEB, "a", 2);
    annotated.getMetadata().setAnnotations(Map.of("keelson.dev/resolve", "absent"));

    assertThat(memory.observe(annotated)).isTrue();

    assertThat(memory.isTrusted()).isTrue();
    assertThat(memory.held(WEB).orElseThrow().meta().getResourceVersion()).isEqualTo("2");
    assertThat(memory.observe(record)).as("an old event").isFalse();
  }

  @Test
  void endOfARecord_isNewsOnlyIfSomebodyElseRemovedIt() {
    var record = known(WEB, "a");
    memory.remove(WEB);

    assertThat(memory.vanished(record)).isFalse();
    assertThat(memory.isTrusted()).isTrue();

    var again = known(WEB, "b");
    assertThat(memory.vanished(again)).isTrue();
    assertThat(memory.isTrusted()).isFalse();
  }

  private InstanceMemory.Problem problem() {
    return Objects.requireNonNull(memory.problems().get(WEB.resource()));
  }

  @Test
  void twoRecordsOfOneAddress_areBothLeftAlone() {
    memory.take(List.of(record(WEB, "a", 1), record(WEB, "b", 2), record(API, "c", 3)), records);

    assertThat(memory.unreadable()).containsExactly(WEB.resource());
    assertThat(problem().reason()).isEqualTo(ConditionReason.DuplicateState);
    assertThat(problem().message()).contains("records a and b");
    assertThat(memory.usable()).containsOnlyKeys(API);
    assertThat(memory.recorded()).containsOnlyKeys(WEB, API);
  }

  @Test
  void recordThatCannotBeRead_isKeptAsTheLastWordOnItsResource() {
    var broken = written(record(WEB, "a", 1), 2);
    broken.getSpec().cluster = "cluster";
    broken.getStatus().operation = intent("op-2");
    broken.getStatus().operation.action = "dance";

    memory.take(List.of(broken), records);

    assertThat(memory.unreadable()).containsExactly(WEB.resource());
    assertThat(problem().message()).contains("record a cannot be read").contains("backup");
    assertThat(memory.held(WEB).orElseThrow().readable()).isFalse();
  }

  /// What is stored may be anything, and stands in the message.
  @Test
  void percentInWhatCannotBeRead_isToldAsItIs() {
    var broken = written(record(WEB, "a", 1), 2);
    broken.getStatus().operation = intent("op-2");
    broken.getStatus().operation.action = "100 %z %s";

    memory.take(List.of(broken, record(API, "c", 3)), records);

    assertThat(problem().message())
        .isEqualTo(
            "server.web: record a cannot be read: no kind of operation: 100 %z %s. Restore it from"
                + " a backup.");
    assertThat(memory.usable()).containsOnlyKeys(API);
  }

  @Test
  void nameOfANewRecord_isTheSameEachTime_unlessARecordThatMovedHasIt() {
    var name = memory.newName("shop", WEB);
    assertThat(memory.newName("shop", WEB)).isEqualTo(name);

    var record = known(WEB, name);
    memory.move(WEB, HeldRecord.of(record(API, name(record), 2), InstanceState.NONE));

    assertThat(memory.held(WEB)).isEmpty();
    assertThat(memory.newName("shop", WEB)).isNotEqualTo(name);
  }

  @Test
  void whatIsLetGo_hasToBeTakenAgain() {
    known(WEB, "a");

    memory.forget();

    assertThat(memory.isTrusted()).isFalse();
    assertThat(memory.all()).isEmpty();
  }

  @Test
  void eventAboutTheAddressBeforeAMove_isNoNews() {
    memory.take(List.of(record(WEB, "one", 1)), records);
    memory.move(WEB, HeldRecord.of(record(API, "one", 3), InstanceState.NONE));

    assertThat(memory.observe(record(WEB, "one", 2))).isFalse();
    assertThat(memory.isTrusted()).isTrue();

    assertThat(memory.observe(record(WEB, "one", 4))).isTrue();
    assertThat(memory.isTrusted()).isFalse();
  }

  @Test
  void eventAboutTheRecordBeforeAnotherOfItsAddress_endsTheTrust() {
    memory.take(List.of(record(WEB, "one", 1)), records);
    memory.put(HeldRecord.of(record(WEB, "two", 3), InstanceState.NONE));

    assertThat(memory.observe(record(WEB, "two", 3))).isFalse();
    assertThat(memory.isTrusted()).isTrue();

    assertThat(memory.observe(record(WEB, "one", 2))).isTrue();
    assertThat(memory.isTrusted()).isFalse();
  }
}
