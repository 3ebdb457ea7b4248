package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Leadership;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Two operators, one of which leads. When it is gone, or only slow, the other one goes on, and
/// nothing is done twice.
@ExtendWith(OnControlPlane.class)
final class StandbyIT {
  private static final Duration CALL = Duration.ofMillis(500);
  private static final int MAPS = 30;

  private static final String RIGHTS = Rights.to("get, create, patch, delete", "configmaps");

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: STACK}
      spec: {settle: 0s, parallelism: 3, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: STACK}
      spec:
        stack: STACK
        type: kubernetes_object
        name: STACK
        count: COUNT
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "STACK-${count.index}"}
            immutable: true
            data: {word: WORD}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private final Intents intents = new Intents();
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private ConfigMapHistory history;
  private OperatorProcess one;
  private OperatorProcess two;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    Installation.withAdmission(own);
    kubectl.apply(RIGHTS);
    history = new ConfigMapHistory(own);
    one = OperatorProcess.start(own, CALL, folder.resolve("one.log"));
    two = OperatorProcess.start(own, CALL, folder.resolve("two.log"));
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    history.close();
  }

  private OperatorProcess leader() {
    namespace.eventually(() -> assertThat(leadingPid()).isIn(one.pid(), two.pid()));
    return leadingPid() == one.pid() ? one : two;
  }

  private OperatorProcess other(OperatorProcess process) {
    return process == one ? two : one;
  }

  @Test
  @Tag("R-STATE-20")
  void killedLeader_isFollowedByTheStandby() {
    declare("busy", MAPS, "hello");
    var leader = leader();
    namespace.eventually(() -> assertThat(records.open()).hasSizeGreaterThan(2));

    leader.close();

    kubectl.awaitReady("busy");
    assertThat(leader()).isSameAs(other(leader));
    assertThat(history.times())
        .hasSize(MAPS)
        .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
    everyInstanceIsWhole();
  }

  @Test
  @Tag("R-STATE-20")
  void frozenLeader_isFollowedWhenItsLeaseIsOverAndBeginsNothingMoreWhenItGoesOn()
      throws Exception {
    declare("quiet", 1, "hello");
    kubectl.awaitReady("quiet");
    declare("busy", MAPS, "hello");
    var old = leader();
    var standby = other(old);
    try (var _ = records.client().watch(intents)) {
      namespace.eventually(() -> assertThat(records.open()).hasSizeGreaterThan(2));
      old.freeze();
      var openThen = records.open();
      namespace.eventually(() -> assertThat(leadingPid()).isEqualTo(standby.pid()));
      long takenOver = intents.last();

      // What the other one has not in its hands goes on; what it has, nobody else touches.
      declare("quiet", 1, "bye");
      namespace.eventually(
          () -> assertThat(kubectl.get("configmap quiet-0", ".data.word")).isEqualTo("bye"));
      kubectl.awaitReason("stack busy", "ProgressingWithRetry");
      assertThat(kubectl.message("stack busy")).contains("of another process may still run");
      namespace.eventually(
          () -> assertThat(records.open()).containsExactlyInAnyOrderElementsOf(openThen));

      old.thaw();

      kubectl.awaitReady("busy");
      kubectl.awaitReady("quiet");
      assertThat(intents.begunBy(old.pid(), takenOver)).isEmpty();
    }
    assertThat(leader()).isSameAs(standby);
    assertThat(history.times()).hasSize(MAPS + 1).containsEntry("quiet-0", 2);
    assertThat(history.times())
        .allSatisfy((name, times) -> {
          if (name.startsWith("busy")) assertThat(times).as(name).isEqualTo(1);
        });
    assertThat(kubectl.get("configmap quiet-0", ".data.word")).isEqualTo("bye");
    everyInstanceIsWhole();
  }

  private void declare(String stack, int count, String word) {
    kubectl.apply(STACK.replace("STACK", stack).replace("COUNT", "" + count).replace("WORD", word));
  }

  private void everyInstanceIsWhole() {
    assertThat(records.remarkable()).isEmpty();
    assertThat(records.ids().values()).doesNotHaveDuplicates();
  }

  private long leadingPid() {
    var lease =
        namespace.client().leases().inNamespace(namespace.name()).withName(Leadership.LEASE).get();
    if (lease == null || lease.getMetadata().getAnnotations() == null) return 0;
    var text = lease.getMetadata().getAnnotations().get("keelson.dev/holder");
    var pid = text == null ? null : Serialization.unmarshal(text, JournalEntry.Holder.class).pid;
    return pid == null ? 0 : pid;
  }

  /// Which process began which operation, and when: the versions of records rise.
  private static final class Intents implements Watcher<ResourceInstance> {
    private record Begun(long pid, long version) {}

    private final Map<String, Begun> begun = new ConcurrentHashMap<>();

    @Override
    public void eventReceived(Action action, ResourceInstance record) {
      var status = record.getStatus();
      boolean made = Records.isMade(record);
      var entry = made ? status.operation : record.getSpec().intent;
      if (entry == null || entry.holder == null || entry.holder.pid == null) return;
      long version = Long.parseLong(record.getMetadata().getResourceVersion());
      begun.putIfAbsent(entry.operationId, new Begun(entry.holder.pid, version));
    }

    @Override
    public void onClose(WatcherException cause) {
      // Missing intents of the standby fail the test.
    }

    long last() {
      return begun.values().stream().mapToLong(Begun::version).max().orElse(0);
    }

    /// Operations that the process began after the given version.
    Map<String, Begun> begunBy(long pid, long after) {
      var found = new java.util.TreeMap<String, Begun>();
      begun.forEach((id, each) -> {
        if (each.pid() == pid && each.version() > after) found.put(id, each);
      });
      return found;
    }
  }
}
