package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.address.AttributePath;
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
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A record that gets a new address, whatever comes in between.
@ExtendWith(OnControlPlane.class)
final class RecordMoveIT {
  private static final String MOVE = "resourceinstances/[^/]*$";
  private static final InstanceAddress OLD = InstanceAddress.parse("server.web[\"a\"]");
  private static final InstanceAddress NEW = InstanceAddress.parse("server.front");

  private final InstanceMemory memory = new InstanceMemory(() -> {});
  private TestNamespace namespace;
  private FaultyProxy proxy;
  private KubernetesClient client;
  private StackRecords records;

  @BeforeAll
  static void installKinds(ControlPlane controlPlane) {
    Installation.crds(controlPlane);
  }

  @BeforeEach
  void recordOneInstance(ControlPlane controlPlane, TestNamespace own) {
    namespace = own;
    proxy = FaultyProxy.inFrontOf(controlPlane);
    client = new KubernetesClientBuilder().withConfig(proxy.config()).build();
    var self = new JournalEntry.Holder();
    self.process = "test";
    records =
        new StackRecords(
            client,
            new StackRecords.Home(own.name(), "shop", "cluster"),
            new Sealer(Bytes.of(new byte[Sealer.KEY_LENGTH]), new SecureRandom()),
            new KeptConfigurations(
                new KeySecret(client, own.name(), "shop", new SecureRandom()),
                Fence.open(),
                new TreeMap<>()),
            memory,
            new ProcessLiveness(self, client),
            Fence.open(),
            Clock.systemUTC(),
            new FairPlaces(8));
    records.take();
    create(OLD, "op-1");
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  private void create(InstanceAddress at, String operation) {
    var intent =
        new Operation(
            operation,
            Operation.Kind.CREATE,
            Optional.empty(),
            "digest",
            Optional.empty(),
            Duration.ofHours(1),
            Declared.NONE);
    var ticket = records.store().begin(at, InstanceState.NONE, intent);
    records.store().finish(ticket, Optional.of(InstanceState.of(object())), List.of());
  }

  private static ObjectState object() {
    var secret = new TreeSet<AttributePath>();
    secret.add(AttributePath.of("password"));
    return new ObjectState(
        "server",
        ObjectState.Status.READY,
        new RawState(0, Bytes.utf8("{\"id\":\"s-1\",\"password\":\"hidden\"}")),
        SensitivePaths.of(secret, secret),
        Bytes.utf8("private"),
        Optional.empty(),
        ProviderKey.of("fake"),
        new TreeSet<>(),
        Flags.NONE);
  }

  @Test
  @Tag("R-MOV-4")
  void recordThatMovesToAnotherType_stillTellsWhatItsObjectWasWrittenAs() {
    var other = InstanceAddress.parse("instance.front");

    records.store().move(OLD, other);

    assertThat(onlyOne().getSpec().type).isEqualTo("instance");
    assertThat(onlyOne().getStatus().type).isEqualTo("server");
    records.take();
    assertThat(memory.usable().get(other)).isEqualTo(InstanceState.of(object()).movedFrom(OLD));
  }

  /// The API server may not do to values what it does to its own fields.
  @Test
  @Tag("R-STATE-2")
  void recordThatIsReadBack_hasTheNullsAndNumbersThatWereWritten() {
    var json =
        "{\"big\":12345678901234567890123,\"dynamic\":{\"type\":[\"object\",{\"a\":\"string\"}],"
            + "\"value\":{\"a\":null}},\"empty\":{},\"id\":\"s-1\",\"list\":[null,{\"a\":null},[]],"
            + "\"map\":{\"a\":null,\"b\":{\"c\":null}},\"none\":null,\"one\":1.0,"
            + "\"password\":{\"a\":null,\"b\":\"hidden\"}}";
    var written = object().withAttributes(new RawState(0, Bytes.utf8(json)), object().sensitive());

    records.store().keep(OLD, Optional.of(InstanceState.of(written)));

    assertThat(memory.usable().get(OLD)).isEqualTo(InstanceState.of(written));
    records.take();
    assertThat(memory.usable().get(OLD)).isEqualTo(InstanceState.of(written));
  }

  private List<ResourceInstance> live() {
    return namespace
        .client()
        .resources(ResourceInstance.class)
        .inNamespace(namespace.name())
        .list()
        .getItems();
  }

  private ResourceInstance onlyOne() {
    assertThat(live()).hasSize(1);
    return live().getFirst();
  }

  @Test
  @Tag("R-STATE-1")
  void movedRecord_isTheSameOneAndStillOpensWhatItSeals() {
    var before = onlyOne();

    records.store().move(OLD, NEW);

    var after = onlyOne();
    assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
    assertThat(after.getSpec().address).isEqualTo(NEW.toString());
    assertThat(after.getSpec().previousAddresses).containsExactly(OLD.toString());
    assertThat(after.getMetadata().getLabels()).containsEntry(Labels.RESOURCE, "front");
    assertThat(after.getStatus().serial).isEqualTo(before.getStatus().serial);
    var known = memory.usable();
    records.take();
    assertThat(memory.usable()).isEqualTo(known).containsOnlyKeys(NEW);
    assertThat(memory.usable().get(NEW)).isEqualTo(InstanceState.of(object()).movedFrom(OLD));
  }

  @Test
  void lostAnswer_isTakenForDone() {
    proxy.inject("PUT", MOVE, 1, new Fault.AnswerLost());

    records.store().move(OLD, NEW);

    assertThat(onlyOne().getSpec().previousAddresses).containsExactly(OLD.toString());
    assertThat(memory.usable()).containsOnlyKeys(NEW);
  }

  @Test
  void lostRequest_isSentAgain() {
    proxy.inject("PUT", MOVE, 2, new Fault.Lost());

    records.store().move(OLD, NEW);

    assertThat(onlyOne().getSpec().address).isEqualTo(NEW.toString());
  }

  /// A person annotated it: a newer version with the same content.
  @Test
  void recordWithAnotherVersion_isMovedAllTheSame() {
    annotate("keelson.dev/resolve", "absent");

    records.store().move(OLD, NEW);

    assertThat(onlyOne().getSpec().address).isEqualTo(NEW.toString());
    assertThat(onlyOne().getMetadata().getAnnotations()).containsKey("keelson.dev/resolve");
  }

  @Test
  @Tag("R-STATE-31")
  void recordThatAnotherProcessWrote_isLeftAlone() {
    var other = onlyOne();
    other.getStatus().serial = InstanceRecords.serial(other) + 1;
    namespace.client().resource(other).updateStatus();

    assertThatThrownBy(() -> records.store().move(OLD, NEW)).isInstanceOf(StoreFenced.class);

    assertThat(onlyOne().getSpec().address).isEqualTo(OLD.toString());
    assertThat(memory.isTrusted()).isFalse();
  }

  /// The name of a record is made from the address it was born with.
  @Test
  void instanceBornWhereOneMovedAway_hasARecordOfItsOwn() {
    records.store().move(OLD, NEW);

    create(OLD, "op-2");

    assertThat(live())
        .extracting(each -> each.getSpec().address)
        .containsExactlyInAnyOrder(OLD.toString(), NEW.toString());
    records.take();
    assertThat(memory.problems()).isEmpty();
    assertThat(memory.usable()).containsOnlyKeys(OLD, NEW);
  }

  @Test
  void ownMoveThatComesBackAsAnEvent_isNoNews() {
    var before = onlyOne();
    records.store().move(OLD, NEW);

    assertThat(memory.observe(before)).isFalse();
    assertThat(memory.observe(onlyOne())).isFalse();
    assertThat(memory.isTrusted()).isTrue();
  }

  @Test
  void addressThatSomebodyElseChanged_isReadAgain() {
    var other = onlyOne();
    other.getSpec().address = NEW.toString();
    var changed = namespace.client().resource(other).update();

    assertThat(memory.observe(changed)).isTrue();
    assertThat(memory.isTrusted()).isFalse();
  }

  private void annotate(String name, String value) {
    namespace.kubectl("annotate", "resourceinstances", "--all", name + "=" + value).orThrow();
  }
}
