package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StateStore.Ticket;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A result is stored, its writer gets no answer, and before it looks again another operator has
/// gone on with the record.
@ExtendWith(OnControlPlane.class)
final class LostAnswerIT {
  private static final InstanceAddress AT = InstanceAddress.parse("terraform_data.web");
  private static final String STATUS = "/resourceinstances/[^/]+/status";
  private static final String RECORD = "/resourceinstances/[^/]+$";

  private final InstanceMemory memory = new InstanceMemory(() -> {});
  private final Fault.Gate reading = new Fault.Gate();
  private TestNamespace namespace;
  private FaultyProxy proxy;
  private KubernetesClient behind;
  private StackRecords one;
  private StackRecords two;

  @BeforeAll
  static void installKinds(ControlPlane controlPlane) {
    Installation.crds(controlPlane);
  }

  @BeforeEach
  void record(ControlPlane controlPlane, TestNamespace own) {
    namespace = own;
    proxy = FaultyProxy.inFrontOf(controlPlane);
    behind = new KubernetesClientBuilder().withConfig(proxy.config()).build();
    one = records("one", behind, memory);
    two = records("two", own.client(), new InstanceMemory(() -> {}));
    one.take();
    end(one, begin(one, "create", Operation.Kind.CREATE, InstanceState.NONE), "1");
  }

  @AfterEach
  void close() {
    reading.open();
    behind.close();
    proxy.close();
  }

  private StackRecords records(String process, KubernetesClient client, InstanceMemory known) {
    var self = new JournalEntry.Holder();
    self.process = process;
    var random = new SecureRandom();
    return new StackRecords(
        client,
        new StackRecords.Home(namespace.name(), "shop", "cluster"),
        new Sealer(Bytes.of(new byte[Sealer.KEY_LENGTH]), random),
        new KeptConfigurations(
            new KeySecret(client, namespace.name(), "shop", random), Fence.open(), new TreeMap<>()),
        known,
        new ProcessLiveness(self, client),
        Fence.open(),
        Clock.systemUTC(),
        new FairPlaces(8));
  }

  private static InstanceState state(String input) {
    return InstanceState.of(
        new ObjectState(
            "terraform_data",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{\"id\":\"1\",\"input\":\"" + input + "\"}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("builtin"),
            new TreeSet<>(),
            Flags.NONE));
  }

  private static Ticket begin(
      StackRecords by, String id, Operation.Kind kind, InstanceState before) {
    var intent =
        new Operation(
            id,
            kind,
            Optional.empty(),
            "digest",
            Optional.empty(),
            Duration.ofHours(1),
            Declared.NONE);
    return by.store().begin(AT, before, intent);
  }

  private static void end(StackRecords by, Ticket ticket, String input) {
    by.store().finish(ticket, Optional.of(state(input)), List.of());
  }

  /// The first operator has written its result, knows nothing of that, and is about to look.
  private CompletableFuture<Void> resultWithoutAnswer() throws InterruptedException {
    var update = begin(one, "update of one", Operation.Kind.UPDATE, state("1"));
    proxy.inject("PUT", STATUS, 1, new Fault.AnswerLost());
    proxy.inject("GET", RECORD, 1, new Fault.Hold(reading));
    var written = CompletableFuture.runAsync(() -> end(one, update, "2"));
    reading.awaitRequest();
    return written;
  }

  private ResourceInstance live() {
    return namespace
        .client()
        .resources(ResourceInstance.class)
        .inNamespace(namespace.name())
        .list()
        .getItems()
        .getFirst();
  }

  @Test
  @Tag("R-STATE-31")
  void recordThatWasWrittenSince_showsTheFirstOneThatItsResultWasStored() throws Exception {
    var written = resultWithoutAnswer();
    two.take();
    end(two, begin(two, "update of two", Operation.Kind.UPDATE, state("2")), "3");

    reading.open();
    written.join();

    assertThat(live().getStatus().lateResults).isNull();
    assertThat(Objects.requireNonNull(live().getStatus().state).path("input").asText())
        .isEqualTo("3");
    assertThat(memory.isTrusted()).isFalse();
  }

  /// As a deleted Stack is: what is left to do must not come to wait for a person.
  @Test
  @Tag("R-STATE-31")
  void recordWithTheNextOperationOpen_isDestroyedAsUsual() throws Exception {
    var written = resultWithoutAnswer();
    two.take();
    var destroy = begin(two, "destroy by two", Operation.Kind.DELETE, state("2"));

    reading.open();
    written.join();

    assertThat(live().getStatus().lateResults).isNull();
    two.store().finish(destroy, Optional.empty(), List.of());
    assertThat(
            namespace
                .client()
                .resources(ResourceInstance.class)
                .inNamespace(namespace.name())
                .list()
                .getItems())
        .isEmpty();
  }

  @Test
  void answerThatIsLost_leavesWhatTheWriterKnowsUsable() throws Exception {
    var written = resultWithoutAnswer();

    reading.open();
    written.join();

    assertThat(memory.usable().get(AT)).isEqualTo(state("2"));
    end(one, begin(one, "next", Operation.Kind.UPDATE, state("2")), "3");
    assertThat(live().getStatus().finishedOperations)
        .containsExactly("create", "update of one", "next");
  }

  /// What nobody expects is kept once, however often its writer has to try.
  @Test
  void lateResultWithoutAnswer_isKeptOnce() {
    var update = begin(one, "update of one", Operation.Kind.UPDATE, state("1"));
    namespace.mergeStatus(
        "resourceinstance " + live().getMetadata().getName(), "{\"status\":{\"operation\":null}}");
    proxy.inject("PUT", STATUS, "lateResults", 2, new Fault.AnswerLost());

    end(one, update, "2");

    assertThat(live().getStatus().lateResults).hasSize(1);
  }
}
