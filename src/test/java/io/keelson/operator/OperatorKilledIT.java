package io.keelson.operator;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.Soak;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The operator is killed again and again while it carries out one approved plan: everything is
/// done once, nothing is lost, and nobody has to do anything.
@Tag("soak")
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
@Execution(ExecutionMode.CONCURRENT)
final class OperatorKilledIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private RepeatedKills kills;
  private ConfigMapHistory history;

  @BeforeEach
  void install(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    kills = new RepeatedKills(own, folder.resolve("operator.log"));
    Installation.withAdmission(own);
    kubectl.apply(KilledStacks.account(own.name()));
    history = new ConfigMapHistory(own);
  }

  @AfterEach
  void endHistory() {
    history.close();
  }

  @Test
  void killedAgainAndAgainWhileCreating_makesEverythingOnceUnderOneApproval() throws Exception {
    kubectl.apply(KilledStacks.layers());

    kills.kill(Soak.times(4, 20), 170, this::approve, this::standing);
    assertThat(runningPlan()).as("every kill was during the apply").isPresent();
    awaitReady();

    assertThat(records.all()).hasSize(KilledStacks.IN_LAYERS);
    everyInstanceIsWhole();
    everyConfigMapIsTheRecordedOne();
    assertThat(history.times().values()).containsOnly(1);
    theApprovalsCarriedItAll(1);
  }

  @Test
  void killedAgainAndAgainWhileReplacing_leavesNothingOldBehindAndMakesNothingTwice()
      throws Exception {
    kubectl.apply(KilledStacks.mixed("first"));
    create();
    var before = records.ids();
    assertThat(before).hasSize(KilledStacks.IN_MIXED);
    kubectl.apply(KilledStacks.mixed("second"));
    for (String leaving : KilledStacks.LEAVING) namespace.delete("resource " + leaving);

    kills.kill(Soak.times(3, 10), 140, this::approve, this::standing);
    assertThat(runningPlan()).as("every kill was during the apply").isPresent();
    awaitReady();

    var after = records.ids();
    assertThat(after).hasSize(KilledStacks.IN_MIXED - KilledStacks.LEAVING_INSTANCES);
    after.forEach((address, id) -> {
      if (KilledStacks.isReplaced(address))
        assertThat(id).as(address).isNotEqualTo(before.get(address));
      else assertThat(id).as(address).isEqualTo(before.get(address));
    });
    everyInstanceIsWhole();
    everyConfigMapIsTheRecordedOne();
    assertThat(history.times()).isEqualTo(KilledStacks.timesMade());
    theApprovalsCarriedItAll(2);
    assertThat(kubectl.get("stack big", ".status.conditions[?(@.type==\"Planned\")].reason"))
        .isEqualTo("NothingToDo");
  }

  @Test
  void killedAgainAndAgainWhileDestroying_leavesNothingAtAll() throws Exception {
    kubectl.apply(KilledStacks.mixed("first"));
    create();
    namespace.beginDeleteAll("stack,resource");

    kills.kill(Soak.times(3, 10), 80, this::approve, this::standing);
    assertThat(runningPlan()).as("every kill was during the apply").isPresent();
    kills.letItEnd(() -> namespace.awaitGone("stack big"));

    assertThat(records.all()).isEmpty();
    assertThat(madeConfigMaps()).isEmpty();
    assertThat(history.times().values()).containsOnly(1);
    assertThat(approvals()).hasSize(2);
    namespace.eventually(() -> {
      assertThat(kubectl.get("secret keelson-big", ".metadata.name")).isEmpty();
      assertThat(kubectl.get("plans", ".items[*].metadata.name")).isEmpty();
    });
  }

  /// Applies what is declared without being disturbed.
  private void create() {
    try (var _ = OperatorUnderTest.in(namespace)) {
      approve();
      kubectl.awaitReady("big");
    }
  }

  private void approve() {
    kubectl.approve(kubectl.awaitPlan("big"));
  }

  private void awaitReady() throws Exception {
    kills.letItEnd(() -> kubectl.awaitReady("big"));
  }

  private void everyInstanceIsWhole() {
    assertThat(records.remarkable()).isEmpty();
    assertThat(records.all()).extracting(each -> each.getSpec().address).doesNotHaveDuplicates();
    assertThat(records.ids().values()).doesNotHaveDuplicates();
  }

  private void everyConfigMapIsTheRecordedOne() {
    var uid = stack().getMetadata().getUid();
    Map<String, String> recorded =
        records.all().stream()
            .filter(each -> each.getSpec().type.equals("kubernetes_object"))
            .collect(
                toMap(
                    each -> uid + "/" + each.getSpec().address,
                    each -> Objects.requireNonNull(each.getStatus().state).path("uid").asText()));
    assertThat(madeConfigMaps()).isNotEmpty().isEqualTo(recorded);
  }

  /// Those that say that they are Keelson's: uid by owner.
  private Map<String, String> madeConfigMaps() {
    return namespace.client().configMaps().inNamespace(namespace.name()).list().getItems().stream()
        .filter(map -> owner(map).isPresent())
        .collect(toMap(map -> owner(map).get(), map -> map.getMetadata().getUid()));
  }

  private static Optional<String> owner(ConfigMap map) {
    return Optional.ofNullable(map.getMetadata().getAnnotations())
        .map(annotations -> annotations.get("keelson.dev/owner"));
  }

  /// @param applies that a person approved, each with a plan of its own
  private void theApprovalsCarriedItAll(int applies) {
    assertThat(approvals()).hasSize(applies);
    assertThat(kubectl.get("plans", ".items[*].status.phase").split(" ", -1))
        .hasSize(applies)
        .containsOnly("Applied");
    assertThat(stack().getStatus().applyEpoch).as("applies that were started").isEqualTo(applies);
  }

  private List<String> approvals() {
    return List.of(kubectl.get("planapprovals", ".items[*].metadata.name").split(" ", -1));
  }

  private Optional<String> runningPlan() {
    return Optional.ofNullable(stack().getStatus().plan)
        .filter(plan -> plan.phase == PlanPhase.Applying)
        .map(plan -> plan.digest);
  }

  /// What the last assertion was waiting for, as a person would look at it.
  private String standing() {
    return namespace.get("stack big").at("/status").toPrettyString()
        + namespace.list("plans").toPrettyString();
  }

  private Stack stack() {
    return namespace
        .client()
        .resources(Stack.class)
        .inNamespace(namespace.name())
        .withName("big")
        .get();
  }
}
