package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import io.keelson.engine.state.StateStore.Ticket;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How records are written when the API server does not answer, refuses, or had another visitor: an
/// intent gives way to everybody else, a result to nobody.
@Timeout(60)
final class RecordWritersTest {
  private static final InstanceAddress AT = InstanceAddress.parse("server.web");
  private static final String POST = "POST";
  private static final String PUT = "PUT";

  private final FaultyMockServer server = new FaultyMockServer();
  private final ObjectRecords objects =
      new ObjectRecords(new Sealer(Bytes.of(new byte[Sealer.KEY_LENGTH]), new SecureRandom()));
  private final InstanceRecords records = new InstanceRecords(objects, "test", "shop", "cluster");
  private final InstanceMemory memory = new InstanceMemory(() -> {});
  private final RecordClient client = new RecordClient(server.client(), "test", "shop");
  private final Journal journal =
      new Journal(new JournalEntry.Holder(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final RecordWriter writer = new RecordWriter(client, records, memory, Fence.open());
  private final ResultWriter results =
      new ResultWriter(client, records, objects, memory, journal, Fence.open());

  @AfterEach
  void stop() {
    server.close();
  }

  private static Operation operation(String id) {
    return new Operation(
        id,
        Operation.Kind.CREATE,
        Optional.empty(),
        "digest",
        Optional.empty(),
        Duration.ZERO,
        Declared.NONE);
  }

  private JournalEntry intent(String id) {
    return journal.entry(operation(id), 1);
  }

  private List<ResourceInstance> stored() {
    return server.client().resources(ResourceInstance.class).inNamespace("test").list().getItems();
  }

  private ResourceInstance only() {
    assertThat(stored()).hasSize(1);
    return stored().getFirst();
  }

  /// The record with its first intent, which this process knows.
  private HeldRecord begun() {
    memory.take(List.of(writer.create(AT, intent("op-1"))), records);
    return memory.held(AT).orElseThrow();
  }

  /// Somebody else changes the record.
  private void touched(UnaryOperator<ResourceInstance> change) {
    var live = only();
    server.client().resource(change.apply(live)).update();
  }

  @Test
  void createWithoutAnAnswer_isFoundAgain_andMadeOnce() {
    server.losesAnswer(POST);

    var made = writer.create(AT, intent("op-1"));

    assertThat(InstanceRecords.opens(made, "op-1")).isTrue();
    assertThat(only().getMetadata().getUid()).isEqualTo(made.getMetadata().getUid());
  }

  @Test
  void createThatIsRefused_isToldAndNotRepeated() {
    server.refuses(POST, 403);

    assertThatThrownBy(() -> writer.create(AT, intent("op-1"))).isInstanceOf(StoreRefused.class);

    assertThat(server.requests(POST)).isEqualTo(1);
    assertThat(stored()).isEmpty();
  }

  /// As of a definition that was deleted while there were records, and applied again.
  @Test
  void createWhileTheDefinitionGoes_isToldTheWayOut() {
    server.refuses(POST, 403, "create not allowed while custom resource definition is terminating");

    assertThatThrownBy(() -> writer.create(AT, intent("op-1")))
        .isInstanceOf(StoreRefused.class)
        .hasMessageContaining("export the state")
        .hasMessageContaining("import the state");
  }

  @Test
  void recordThatAnotherProcessMade_isLeftAlone_andEverythingIsReadAgain() {
    begun();

    assertThatThrownBy(() ->
            new RecordWriter(client, records, blank(), Fence.open()).create(AT, intent("op-2")))
        .isInstanceOf(StoreFenced.class);

    assertThat(InstanceRecords.opens(only(), "op-1")).isTrue();
  }

  /// A memory that does not know of the record yet.
  private static InstanceMemory blank() {
    return new InstanceMemory(() -> {});
  }

  @Test
  void processThatDoesNotLead_sendsNothing() {
    var fenced = new RecordWriter(client, records, memory, new Fence(() -> 0));

    assertThatThrownBy(() -> fenced.create(AT, intent("op-1"))).isInstanceOf(StoreFenced.class);

    assertThat(server.requests(POST)).isZero();
  }

  private ResourceInstance closing(ResourceInstance base) {
    var content = new InstanceRecords.Content(InstanceState.NONE, Optional.empty(), "op-1", null);
    return client.writeStatus(
        base, records.status(content, base, InstanceRecords.serial(base) + 1, Instant.EPOCH));
  }

  private static boolean isClosed(ResourceInstance record) {
    return InstanceRecords.hasFinished(record, "op-1");
  }

  @Test
  void annotationOfSomebodyElse_staysUnderWhatIsWritten() {
    var held = begun();
    touched(RecordWritersTest::annotated);

    var written = writer.change(held, this::closing, RecordWritersTest::isClosed);

    assertThat(isClosed(written)).isTrue();
    assertThat(HeldRecord.annotations(only())).containsEntry("example.com/seen", "yes");
  }

  private static ResourceInstance annotated(ResourceInstance record) {
    record.getMetadata().setAnnotations(Map.of("example.com/seen", "yes"));
    return record;
  }

  @Test
  void contentOfSomebodyElse_isNotOverwritten_andEverythingIsReadAgain() {
    var held = begun();
    closing(only());

    assertThatThrownBy(() -> writer.change(held, this::closing, _ -> false))
        .isInstanceOf(StoreFenced.class);

    assertThat(InstanceRecords.serial(only())).isEqualTo(1);
    assertThat(memory.isTrusted()).isFalse();
  }

  @Test
  void changeWithoutAnAnswer_isDoneOnce() {
    var held = begun();
    server.losesAnswer(PUT);

    var written = writer.change(held, this::closing, RecordWritersTest::isClosed);

    assertThat(InstanceRecords.serial(written)).isEqualTo(1);
    assertThat(InstanceRecords.serial(only())).isEqualTo(1);
  }

  private static Ticket ticket() {
    return new Ticket(AT, InstanceState.NONE, operation("op-1"));
  }

  private static final Optional<InstanceState> MADE =
      Optional.of(
          InstanceState.of(
              new ObjectState(
                  "server",
                  ObjectState.Status.READY,
                  new RawState(0, Bytes.utf8("{\"id\":\"1\"}")),
                  SensitivePaths.NONE,
                  Bytes.NONE,
                  Optional.empty(),
                  ProviderKey.of("cloud"),
                  new TreeSet<>(),
                  Flags.NONE)));

  @Test
  void resultThatIsRefused_isToldAsLongAsItIs() throws Exception {
    begun();
    for (int i = 0; i < 3; i++) server.refuses(PUT, 403, "The platform says no.");

    var writing = CompletableFuture.runAsync(() -> results.write(ticket(), MADE, List.of()));

    await()
        .untilAsserted(() ->
            assertThat(results.obstacle(AT).orElse(""))
                .contains("The operation is over", "The platform says no.", "a webhook"));
    writing.get(1, TimeUnit.MINUTES);
    assertThat(results.obstacle(AT)).isEmpty();
    assertThat(InstanceRecords.hasFinished(only(), "op-1")).isTrue();
  }

  @Test
  void resultWithoutAnAnswer_isStoredOnce_andKnown() {
    begun();
    server.losesAnswer(PUT);

    results.write(ticket(), MADE, List.of());

    assertThat(InstanceRecords.serial(only())).isEqualTo(1);
    assertThat(memory.serials()).containsEntry(AT, 1L);
    assertThat(memory.isTrusted()).isTrue();
  }

  @Test
  void resultThatTheServerDoesNotTake_isWrittenUntilItDoes() {
    begun();
    server.refuses(PUT, 503).refuses(PUT, 500).refuses(PUT, 403);

    results.write(ticket(), MADE, List.of());

    assertThat(isClosed(only())).isTrue();
    assertThat(server.requests(PUT)).isEqualTo(4);
  }

  @Test
  void recordThatIsRemovedDuringItsOperation_isMadeAgainForTheResult() {
    var uid = begun().uid();
    server.client().resource(released(only())).update();
    server.client().resource(only()).delete();

    results.write(ticket(), MADE, List.of());

    assertThat(isClosed(only())).isTrue();
    assertThat(only().getMetadata().getUid()).isNotEqualTo(uid);
  }

  private static ResourceInstance released(ResourceInstance record) {
    record.getMetadata().setFinalizers(List.of());
    return record;
  }

  @Test
  void resultOfAnOperationThatWasGivenUp_isKeptBesideWhatIsThereNow() {
    begun();
    var content =
        new InstanceRecords.Content(InstanceState.NONE, Optional.of(intent("op-2")), null, null);
    client.writeStatus(only(), records.status(content, only(), 1, Instant.EPOCH));

    results.write(ticket(), MADE, List.of());

    assertThat(InstanceRecords.opens(only(), "op-2")).isTrue();
    assertThat(LateResults.has(only(), "op-1")).isTrue();
    assertThat(memory.isTrusted()).isFalse();
  }
}
