package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.operator.api.ResourceInstance;
import io.keelson.operator.api.Stack;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// The operator is killed again and again while it applies one approved plan. The moments are
/// random; `-Dkeelson.seed=…` repeats those of an earlier run as far as the machine allows.
@ExtendWith(OnControlPlane.class)
final class OperatorKilledIT {
  private static final int KILLS = 20;
  private static final Duration CALL = Duration.ofMillis(400);

  // How many changes of records a life goes on for: a create is two, and five go on at a time.
  private static final int LONGEST_LIFE = 20;

  private static final int LAYERS = 10;
  private static final int DATA = 17;
  private static final int MAPS = 3;
  private static final int INSTANCES = LAYERS * (DATA + MAPS);

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: big}
      spec:
        settle: 1s
        parallelism: 5
        serviceAccountName: deployer
        approval: {mode: Manual}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private final long seed = Long.getLong("keelson.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final Semaphore changes = new Semaphore(0);
  private TestNamespace namespace;
  private Kubectl kubectl;

  private static String account(String namespace) {
    return """
    apiVersion: v1
    kind: ServiceAccount
    metadata: {name: deployer}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: deployer}
    rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list, create, patch, delete]}]
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: {name: deployer}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
    subjects: [{kind: ServiceAccount, namespace: %s, name: deployer}]
    """
        .formatted(namespace);
  }

  /// Every layer is made from what the one before it turns out to be.
  private static String layer(int n) {
    var data = n == 0 ? "first" : "${kubernetes_object.map_%d[count.index %% %d].uid}";
    var map = n == 0 ? "first" : "${terraform_data.data_%d[count.index].output}";
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: data-%1$d}
    spec: {stack: big, type: terraform_data, count: %2$d, config: {input: "%4$s"}}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: map-%1$d}
    spec:
      stack: big
      type: kubernetes_object
      count: %3$d
      config:
        manifest:
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: "map-%1$d-${count.index}"}
          data: {value: "%5$s"}
    """
        .formatted(n, DATA, MAPS, data.formatted(n - 1, MAPS), map.formatted(n - 1));
  }

  @BeforeEach
  void declare(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    Installation.withAdmission(own);
    kubectl.apply(account(own.name()));
    kubectl.apply(
        STACK + IntStream.range(0, LAYERS).mapToObj(OperatorKilledIT::layer).collect(joining()));
  }

  @Test
  void operatorKilledTwentyTimes_makesEverythingOnceUnderOneApproval() throws Exception {
    var log = folder.resolve("operator.log");
    System.out.printf("OperatorKilledIT: keelson.seed=%d, log %s%n", seed, log);
    var interrupted = new ArrayList<List<String>>();
    try (var _ = records().watch(new Changes(changes))) {
      for (int kill = 1; kill <= KILLS; kill++) {
        changes.drainPermits();
        try (var operator = OperatorProcess.start(namespace, CALL, log)) {
          if (kill == 1) kubectl.approve(kubectl.awaitPlan("big"));
          int life = 1 + random.nextInt(LONGEST_LIFE);
          assertThat(changes.tryAcquire(life, 60, TimeUnit.SECONDS))
              .as(() -> "the apply goes on; " + standing(log))
              .isTrue();
          assertThat(operator.runsFor(Duration.ofMillis(random.nextLong(CALL.toMillis()))))
              .as("the operator runs; see " + log)
              .isTrue();
        }
        interrupted.add(open());
      }
    }
    int made = made();
    System.out.printf(
        "OperatorKilledIT: %d of %d instances were made when it was killed last; in the middle"
            + " of%n",
        made, INSTANCES);
    interrupted.forEach(open -> System.out.println("  " + String.join(" ", open)));
    assertThat(made).as("every kill was during the apply").isLessThan(INSTANCES);
    assertThat(interrupted)
        .as("most kills hit operations")
        .filteredOn(open -> !open.isEmpty())
        .hasSizeGreaterThan(KILLS / 2);

    try (var _ = OperatorProcess.start(namespace, Duration.ofMillis(1), log)) {
      assertThat(
              namespace
                  .kubectl("wait", "stack/big", "--for=condition=Ready", "--timeout=60s")
                  .exitCode())
          .as(() -> standing(log))
          .isZero();
    }
    everyInstanceIsRecordedOnce();
    everyConfigMapIsTheRecordedOne();
    oneApprovalCarriedItAll();
  }

  private void everyInstanceIsRecordedOnce() {
    var all = instances();
    assertThat(all).hasSize(INSTANCES);
    assertThat(all).extracting(each -> each.getSpec().address).doesNotHaveDuplicates();
    assertThat(all)
        .extracting(each -> each.getStatus().id)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
    assertThat(all)
        .allSatisfy(each -> {
          assertThat(each.getStatus().serial).isNotNull();
          assertThat(each.getStatus().phase).isEqualTo("Ready");
          assertThat(each.getStatus().lateResults).isNullOrEmpty();
        });
    assertThat(open()).isEmpty();
  }

  private void everyConfigMapIsTheRecordedOne() {
    Map<String, String> made =
        namespace.client().configMaps().inNamespace(namespace.name()).list().getItems().stream()
            .filter(map -> owner(map) != null)
            .collect(toMap(map -> String.valueOf(owner(map)), map -> map.getMetadata().getUid()));
    var uid = stack().getMetadata().getUid();
    Map<String, String> recorded =
        instances().stream()
            .filter(each -> each.getSpec().type.equals("kubernetes_object"))
            .collect(
                toMap(
                    each -> uid + "/" + each.getSpec().address,
                    each -> Objects.requireNonNull(each.getStatus().state).path("uid").asText()));
    assertThat(made).hasSize(LAYERS * MAPS).isEqualTo(recorded);
  }

  private void oneApprovalCarriedItAll() {
    assertThat(kubectl.get("planapprovals", ".items[*].metadata.name").split(" ", -1)).hasSize(1);
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(stack().getStatus().applyEpoch).as("applies that were started").isEqualTo(1);
  }

  private static @Nullable String owner(HasMetadata object) {
    var annotations = object.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get("keelson.dev/owner");
  }

  /// What the last assertion was waiting for, as a person would look at it.
  private String standing(Path log) {
    var plans =
        kubectl.get(
            "plans",
            "range .items[*]}{.metadata.name} {.status}{\"\\n\"}{.spec.text}{\"\\n\"}{end");
    return "see %s%n%s%n%s".formatted(log, kubectl.get("stack big", ".status"), plans);
  }

  private Stack stack() {
    return namespace
        .client()
        .resources(Stack.class)
        .inNamespace(namespace.name())
        .withName("big")
        .get();
  }

  private NonNamespaceOperation<
          ResourceInstance, KubernetesResourceList<ResourceInstance>, Resource<ResourceInstance>>
      records() {
    return namespace.client().resources(ResourceInstance.class).inNamespace(namespace.name());
  }

  private List<ResourceInstance> instances() {
    return records().list().getItems();
  }

  private int made() {
    return (int) instances().stream().filter(OperatorKilledIT::isMade).count();
  }

  // A record without a serial is an intent to create.
  private static boolean isMade(ResourceInstance record) {
    return record.getStatus() != null && record.getStatus().serial != null;
  }

  private List<String> open() {
    return instances().stream()
        .filter(each -> !isMade(each) || each.getStatus().operation != null)
        .map(each -> each.getSpec().address)
        .toList();
  }

  /// Counts the changes of records.
  private record Changes(Semaphore seen) implements Watcher<ResourceInstance> {
    @Override
    public void eventReceived(Action action, ResourceInstance record) {
      seen.release();
    }

    @Override
    public void onClose(WatcherException cause) {
      // The test fails when no change is seen any more.
    }
  }
}
