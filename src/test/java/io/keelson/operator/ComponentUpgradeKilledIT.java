package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.plan.Plan;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.Soak;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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

/// The operator is killed again and again while a new version of a definition is carried out in
/// many Stacks, in each under an approval of its own.
@Tag("soak")
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
@Execution(ExecutionMode.CONCURRENT)
final class ComponentUpgradeKilledIT {
  private static final int KILLS = Soak.times(6, 20);
  private static final int APPROVED_EACH_TIME = 2;

  private static final List<String> UPGRADED =
      IntStream.range(0, KILLS * APPROVED_EACH_TIME).mapToObj("s%02d"::formatted).toList();

  /// The Stack whose second plan nobody approves.
  private static final String LEFT = "left";

  private static final String FIRST = "1.0.0";
  private static final String SECOND = "1.1.0";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private final List<Approved> approved = new ArrayList<>();
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private RepeatedKills kills;
  private ConfigMapHistory history;

  /// What a person let pass.
  private record Approved(String stack, String plan, String digest) {}

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
  void killedAgainAndAgainWhileUpgrading_makesEverythingOnceUnderTheApprovalOfItsStack()
      throws Exception {
    kubectl.apply(UpgradedComponents.definition(FIRST));
    kubectl.apply(stacks().stream().map(UpgradedComponents::stack).collect(joining("---\n")));
    create();

    kubectl.apply(UpgradedComponents.definition(SECOND));
    kills.killEachTime(
        KILLS, APPROVED_EACH_TIME * UpgradedComponents.CHANGES, this::approveNext, this::standing);
    assertThat(phases()).as("every kill was during the upgrade").contains(PlanPhase.Applying);
    kills.letItEnd(() -> {
      UPGRADED.forEach(stack -> awaitVersion(stack, SECOND));
      kubectl.awaitReason("stack " + LEFT, "AwaitingApproval");
    });

    everyObjectIsTheRecordedOne();
    everyObjectIsAsItsVersionDeclares();
    assertThat(history.times()).isEqualTo(timesMade());
    whatWasApprovedWasCarriedOut_andNothingElse();
    System.out.printf(
        "killed %d times, %d Stacks upgraded, %d objects once each%n",
        KILLS, UPGRADED.size(), UPGRADED.size() * UpgradedComponents.objects(SECOND));
  }

  private static List<String> stacks() {
    var all = new ArrayList<>(UPGRADED);
    all.add(LEFT);
    return all;
  }

  /// Makes everything as the first version has it, without being disturbed.
  private void create() {
    try (var _ = OperatorUnderTest.in(namespace)) {
      stacks().forEach(this::approve);
      stacks().forEach(stack -> awaitVersion(stack, FIRST));
    }
  }

  private void awaitVersion(String stack, String version) {
    kubectl.awaitReady(stack);
    namespace.eventually(
        () -> assertThat(kubectl.get("component " + stack, ".status.version")).isEqualTo(version));
  }

  private void approveNext(int life) {
    int next = life * APPROVED_EACH_TIME;
    UPGRADED.subList(next, next + APPROVED_EACH_TIME).forEach(this::approve);
  }

  private void approve(String stack) {
    var plan = kubectl.awaitPlan(stack);
    approved.add(new Approved(stack, plan, kubectl.get("plan " + plan, ".spec.digest")));
    kubectl.approve(plan);
  }

  private void everyObjectIsTheRecordedOne() {
    assertThat(records.remarkable()).isEmpty();
    assertThat(records.all())
        .extracting(each -> Objects.requireNonNull(each.getStatus().state).path("uid").asText())
        .hasSize(
            UPGRADED.size() * UpgradedComponents.objects(SECOND)
                + UpgradedComponents.objects(FIRST))
        .containsExactlyInAnyOrderElementsOf(
            maps().values().stream().map(ComponentUpgradeKilledIT::uid).toList());
  }

  private void everyObjectIsAsItsVersionDeclares() {
    var maps = maps();
    var found = new TreeMap<String, String>();
    maps.forEach((name, map) -> found.put(name, map.getData().get("value")));
    var declared = new TreeMap<String, String>();
    for (String stack : stacks()) {
      var version = stack.equals(LEFT) ? FIRST : SECOND;
      declared.put("changing-" + stack, version);
      declared.put("fixed-" + stack, version);
    }
    for (String stack : UPGRADED) declared.put("added-" + stack, uid(maps.get("fixed-" + stack)));
    assertThat(found).isEqualTo(declared);
  }

  /// Those that say that they are Keelson's, by name.
  private Map<String, ConfigMap> maps() {
    return namespace.client().configMaps().inNamespace(namespace.name()).list().getItems().stream()
        .filter(map -> map.getMetadata().getAnnotations() != null)
        .filter(map -> map.getMetadata().getAnnotations().containsKey("keelson.dev/owner"))
        .collect(toMap(map -> map.getMetadata().getName(), map -> map));
  }

  private static String uid(@Nullable ConfigMap map) {
    return map == null ? "none" : map.getMetadata().getUid();
  }

  private static Map<String, Integer> timesMade() {
    var times = new TreeMap<>(Map.of("changing-" + LEFT, 1, "fixed-" + LEFT, 1));
    for (String stack : UPGRADED) {
      times.put("changing-" + stack, 1);
      times.put("fixed-" + stack, 2);
      times.put("added-" + stack, 1);
    }
    return times;
  }

  private void whatWasApprovedWasCarriedOut_andNothingElse() {
    assertThat(plans())
        .filteredOn(plan -> plan.getStatus().startedAt != null)
        .allSatisfy(plan -> {
          assertThat(plan.getStatus().phase).isEqualTo(PlanPhase.Applied);
          var decision = Objects.requireNonNull(plan.getStatus().decision);
          assertThat(decision.approval).isEqualTo(plan.getMetadata().getName() + "-approve");
        })
        .extracting(plan ->
            new Approved(plan.getSpec().stack, plan.getMetadata().getName(), plan.getSpec().digest))
        .containsExactlyInAnyOrderElementsOf(approved);
    assertThat(approved).extracting(Approved::digest).doesNotHaveDuplicates();
    for (Stack stack :
        namespace.client().resources(Stack.class).inNamespace(namespace.name()).list().getItems())
      assertThat(stack.getStatus().applyEpoch)
          .as("applies of %s that were started", stack.getMetadata().getName())
          .isEqualTo(stack.getMetadata().getName().equals(LEFT) ? 1 : 2);
  }

  private List<Plan> plans() {
    return namespace.client().resources(Plan.class).inNamespace(namespace.name()).list().getItems();
  }

  private List<PlanPhase> phases() {
    return plans().stream().map(plan -> plan.getStatus().phase).toList();
  }

  /// How far each plan is, as a person would look at it.
  private String standing() {
    return kubectl.get("plans", ".items[*].status.phase");
  }
}
