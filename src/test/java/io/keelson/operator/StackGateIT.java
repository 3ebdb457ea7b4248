package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What holds a Stack back: the limit of removals, its suspension, approvals that are missing,
/// expired or refused, and failures.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class StackGateIT {
  private static final String NO_DIGEST = "0".repeat(64);

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void removalsBeyondTheLimit_waitForAPersonInModeAutomaticToo() {
    kubectl.apply(yard("{approval: {mode: Automatic}, settle: 1s, removalGrace: 1s}"));
    for (String name : new String[] {"a", "b", "c"}) kubectl.apply(inYard(name, "x"));
    kubectl.awaitReady("yard");
    kubectl.namespace().eventually(() -> assertThat(instances()).hasSize(3));

    remove("c");
    kubectl.namespace().eventually(() -> assertThat(instances()).hasSize(2));
    kubectl.awaitReady("yard");
    remove("b");
    var second = kubectl.awaitPlan("yard");
    assertThat(kubectl.get("stack yard", ".status.conditions[?(@.type==\"Ready\")].message"))
        .contains("2 since a person last approved", "spec.maxRemovals allows 10% (1)");
    assertThat(instances()).hasSize(2);

    kubectl.approve(second);
    kubectl.namespace().eventually(() -> assertThat(instances()).hasSize(1));
    kubectl.awaitReady("yard");
    remove("a");
    kubectl.awaitPlan("yard");
    assertThat(kubectl.get("stack yard", ".status.conditions[?(@.type==\"Ready\")].message"))
        .contains("it destroys or forgets the only instance that exists");
    assertThat(instances()).hasSize(1);
  }

  @Test
  void suspendedStack_plansButStartsNothingUntilItIsResumed() {
    kubectl.apply(yard("{settle: 1s, suspend: true}"));
    kubectl.apply(inYard("a", "x"));

    kubectl.awaitReason("stack yard", "Suspended");
    var plan = kubectl.get("stack yard", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains("1 to add");
    assertThat(instances()).isEmpty();

    kubectl.apply(yard("{settle: 1s, suspend: false}"));

    kubectl.awaitReady("yard");
    assertThat(instances()).hasSize(1);
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Applied");
  }

  @Test
  void suspendedStackWhosePlanNeedsAPerson_saysThatItIsSuspendedAndNamesThePlan() {
    kubectl.apply(yard("{settle: 1s, suspend: true, approval: {mode: Manual}}"));
    kubectl.apply(inYard("a", "x"));

    kubectl.awaitReason("stack yard", "Suspended");

    var plan = kubectl.get("stack yard", ".status.plan.name");
    assertThat(kubectl.message("stack yard"))
        .contains(plan, "waits for a person as well", "Manual");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("AwaitingApproval");
  }

  @Test
  void expiredApproval_startsNothingAndBothSidesSaySo() {
    kubectl.apply(yard("{settle: 1s, suspend: true, approval: {mode: Manual, expiresAfter: 1s}}"));
    kubectl.apply(inYard("a", "x"));
    kubectl.awaitReason("stack yard", "Suspended");
    var plan = kubectl.get("stack yard", ".status.plan.name");
    kubectl.approve(plan);

    // It settles for at least as long as the approval holds.
    kubectl.apply(yard("{settle: 1s, suspend: false, approval: {mode: Manual, expiresAfter: 1s}}"));

    kubectl.awaitReason("stack yard", "AwaitingApproval");
    assertThat(kubectl.message("stack yard")).contains(plan + "-approve by admin is older than");
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("kpa " + plan + "-approve", ".status.phase"))
                .isEqualTo("Expired"));
    assertThat(instances()).isEmpty();
  }

  @Test
  void failure_isAWarningAboutWhatFailedAndIsCounted() {
    kubectl.apply(Rights.to("get, create, patch, delete", "configmaps"));
    kubectl.namespace().kubectl("create", "configmap", "taken").orThrow();
    kubectl.apply(yard("{settle: 0s, approval: {mode: Automatic}}"));
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: a}
        spec:
          stack: yard
          type: kubernetes_object
          config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: taken}}}
        """);

    // Tried again, and told with another point in time.
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(events("yard").lines())
                .anyMatch(line -> line.matches("Warning Stack ApplyFailed [2-9].*")));

    assertThat(events("yard").lines().filter(line -> line.contains(" ApplyFailed "))).hasSize(1);
    assertThat(events("a").lines())
        .anyMatch(line -> line.startsWith("Warning Resource ApplyFailed"))
        .noneMatch(line -> line.startsWith("Normal"));
    var plan = kubectl.get("plans", ".items[0].metadata.name");
    assertThat(events(plan)).contains("Warning Plan ApplyFailed", "The object exists already");
  }

  /// Type, kind, reason, count and message of each event about an object of that name.
  private String events(String name) {
    return StreamSupport.stream(
            kubectl.namespace().list("events").path("items").spliterator(), false)
        .filter(event -> event.at("/involvedObject/name").asText().equals(name))
        .map(event ->
            "%s %s %s %s %s%n"
                .formatted(
                    event.path("type").asText(),
                    event.at("/involvedObject/kind").asText(),
                    event.path("reason").asText(),
                    event.path("count").asText(),
                    event.path("message").asText()))
        .collect(joining());
  }

  @Test
  void approvalOfAnotherDigest_doesNothingAndSaysWhy() {
    kubectl.apply(yard("{settle: 1s, approval: {mode: Manual}}"));
    kubectl.apply(inYard("a", "x"));
    kubectl.awaitPlan("yard");

    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: PlanApproval
        metadata: {name: stray}
        spec: {stack: yard, digest: "%s", decision: Approve, approver: admin}
        """
            .formatted(NO_DIGEST));

    kubectl
        .namespace()
        .eventually(
            () -> assertThat(kubectl.get("kpa stray", ".status.phase")).isEqualTo("Mismatch"));
    assertThat(kubectl.get("kpa stray", ".status.message")).contains("No plan of this Stack");
    assertThat(kubectl.reason("stack yard")).isEqualTo("AwaitingApproval");
    assertThat(instances()).isEmpty();
  }

  @Test
  void reject_winsOverApproveUntilItIsDeleted() {
    kubectl.apply(yard("{settle: 1s, approval: {mode: Manual}}"));
    kubectl.apply(inYard("a", "x"));
    var plan = kubectl.awaitPlan("yard");

    kubectl.reject(plan);
    kubectl.awaitReason("stack yard", "Rejected");
    kubectl.approve(plan);
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("kpa " + plan + "-approve", ".status.phase"))
                .isEqualTo("Pending"));
    assertThat(kubectl.get("kpa " + plan + "-approve", ".status.message"))
        .contains("The Reject " + plan + "-reject by admin wins");
    assertThat(kubectl.reason("stack yard")).isEqualTo("Rejected");
    assertThat(instances()).isEmpty();

    kubectl.namespace().delete("kpa " + plan + "-reject");

    kubectl.awaitReady("yard");
    assertThat(instances()).hasSize(1);
  }

  private static String yard(String spec) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: yard}
    spec: %s
    """
        .formatted(spec);
  }

  private static String inYard(String name, String input) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec: {stack: yard, type: terraform_data, config: {input: %s}}
    """
        .formatted(name, input);
  }

  private void remove(String resource) {
    kubectl.namespace().delete("resource " + resource);
  }

  private List<String> instances() {
    var all = kubectl.get("resourceinstances", ".items[*].spec.address");
    return all.isEmpty() ? List.of() : List.of(all.split(" ", -1));
  }
}
