package io.keelson.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.operator.OperatorUnderTest;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is applied from Git by Argo CD's or Flux's ways, beside the real operator: nothing differs
/// after a sync, nothing is taken for finished before it is, and a request is answered.
@ExtendWith(OnControlPlane.class)
class GitOpsIT {
  private static final String REQUESTED = "reconcile.fluxcd.io/requestedAt";
  private static final List<String> WAITED_FOR = List.of("Stack", "Resource", "Component");

  /// Something in each list whose elements had defaults, or could have them.
  private static final String COMMIT =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: database}
      spec:
        version: 1.0.0
        variables:
        - {name: size, type: string, default: small}
        resources:
        - name: main
          type: terraform_data
          config: {input: "${variable.size}"}
          lifecycle: {createBeforeDestroy: true}
        outputs:
        - {name: address, value: "${terraform_data.main.output}"}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        approval: {mode: MODE}
        variables:
        - {name: greeting, type: string, default: hello}
        moves:
        - {from: terraform_data.old, to: terraform_data.new}
        outputs:
        - {name: answer, value: "${terraform_data.new.output}"}
        checks:
        - name: polite
          assertions:
          - {condition: "${variable.greeting != ''}", errorMessage: Say something.}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: new}
      spec:
        stack: shop
        type: terraform_data
        config: {input: "${variable.greeting}"}
        lifecycle: {ignoreChanges: [triggers_replace]}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: db}
      spec:
        stack: shop
        definition: {name: database, version: "~> 1.0"}
        inputs: {size: large}
      """;

  private TestNamespace namespace;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    this.namespace = namespace;
    operator = OperatorUnderTest.decorated(namespace, (_, provider) -> provider);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private SyncedObjects commit(String mode) {
    return new SyncedObjects(namespace.client(), namespace.name(), COMMIT.replace("MODE", mode));
  }

  private void awaitReady() {
    for (String object : List.of("stack shop", "resource new", "component db"))
      namespace.awaitCondition(object, "Ready");
    namespace.awaitCondition("componentdefinition database", "Ready");
  }

  /// Argo CD compares what it applied with what is live; kubectl does the same with the annotation
  /// that Argo CD leaves as well.
  @Test
  void syncByKubectlApply_leavesNothingToSync() {
    var manifests = COMMIT.replace("MODE", "Automatic");
    namespace
        .applyAs(namespace.controlPlane().config().getCurrentContext().getName(), manifests)
        .orThrow();
    awaitReady();

    var commit = commit("Automatic");
    assertThat(commit.differences()).isEmpty();
    assertThat(commit.changedDeclarations()).isEmpty();
    var again =
        namespace.applyAs(
            namespace.controlPlane().config().getCurrentContext().getName(), manifests);
    assertThat(again.orThrow().out().lines())
        .hasSize(4)
        .allMatch(line -> line.endsWith(" unchanged"));
  }

  @Test
  void syncByServerSideApply_leavesNothingToSync() {
    var commit = commit("Automatic");
    commit.apply("kustomize-controller");
    awaitReady();
    var before = commit.live();

    assertThat(commit.differences()).isEmpty();
    assertThat(commit.changedDeclarations()).isEmpty();
    assertThat(commit.changesOfAnotherApply("kustomize-controller")).isEmpty();
    commit.apply("kustomize-controller");
    assertThat(commit.live()).isEqualTo(before);
  }

  @Test
  void noVersionOfAnObject_isTakenForFinishedBeforeItIs() throws IOException {
    var flux = new FluxHealthChecks(Path.of("deploy/flux/health-checks.yaml"));
    try (var history = new ObjectHistory(namespace.client(), namespace.name(), WAITED_FOR)) {
      commit("Automatic").apply("kustomize-controller");
      awaitReady();
      namespace.eventually(() ->
          assertThat(history.versions()).filteredOn(ObjectHistory::isReady).hasSizeGreaterThan(2));

      assertThat(history.versions())
          .allSatisfy(version -> {
            boolean ready = ObjectHistory.isReady(version);
            assertThat(Kstatus.of(version)).isEqualTo(ready ? "Current" : "InProgress");
            assertThat(flux.of(version)).isEqualTo(ready ? "Current" : "InProgress");
            assertThat(health(version)).isEqualTo(ready ? "Healthy" : "Progressing");
          });
    }
  }

  private static String health(JsonNode version) {
    return ArgoCd.health(version.path("kind").asText(), version).path("status").asText();
  }

  @Test
  void planThatWaits_isSuspendedAndInProgress_untilAPersonDecides() throws IOException {
    var strict = new FluxHealthChecks(Path.of("deploy/flux/health-checks.yaml"));
    var accepting = new FluxHealthChecks(Path.of("deploy/flux/accept-waiting.yaml"));
    commit("Manual").apply("kustomize-controller");

    var waiting = awaitReason("stack shop", "AwaitingApproval");
    assertThat(Kstatus.of(waiting)).isEqualTo("InProgress");
    assertThat(health(waiting)).isEqualTo("Suspended");
    assertThat(strict.of(waiting)).isEqualTo("InProgress");
    assertThat(accepting.of(waiting)).isEqualTo("Current");

    var plan = namespace.get("plan " + waiting.at("/status/plan/name").asText());
    assertThat(plan.at("/status/observedGeneration").asLong()).isEqualTo(1);
    assertThat(strict.of(plan)).isEqualTo("InProgress");
    namespace.create(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: PlanApproval
        metadata: {name: approval}
        spec: {stack: shop, digest: "%s", decision: Approve, approver: admin}
        """
            .formatted(waiting.at("/status/plan/digest").asText()));
    awaitReady();
    var used =
        namespace.await(
            "planapproval approval",
            "its use",
            found -> found.at("/status/phase").asText().equals("Used"));
    assertThat(used.at("/status/observedGeneration").asLong()).isEqualTo(1);
  }

  private JsonNode awaitReason(String object, String reason) {
    return namespace.await(
        object,
        reason,
        found -> {
          for (JsonNode condition : found.at("/status/conditions"))
            if (condition.path("type").asText().equals("Ready"))
              return condition.path("reason").asText().equals(reason);
          return false;
        });
  }

  @Test
  void request_hasTheWorldReadAndIsAnsweredByItsValue() {
    namespace.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: maps}
        rules:
        - {apiGroups: [""], resources: [configmaps], verbs: [get, create, patch, delete]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: maps}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: maps}
        subjects: [{kind: ServiceAccount, name: default}]
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: shop}
        spec: {settle: 0s, interval: 24h, approval: {mode: Automatic}}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: color}
        spec:
          stack: shop
          type: kubernetes_object
          config:
            manifest:
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: color, namespace: "${stack.namespace}"}
              data: {color: green}
        """);
    namespace.awaitCondition("stack shop", "Ready");
    namespace.merge("configmap color", "{\"data\": {\"color\": \"red\"}}");

    namespace.annotate("stack shop", REQUESTED + "=2026-01-01T00:00:00.5Z");

    var answered =
        namespace.await(
            "stack shop",
            "the answer to the request",
            found ->
                found
                    .at("/status/lastHandledReconcileAt")
                    .asText()
                    .equals("2026-01-01T00:00:00.5Z"));
    assertThat(answered.at("/status/drifted").asInt()).isEqualTo(1);
    assertThat(answered.at("/metadata/generation").asLong()).isEqualTo(1);
  }

  @Test
  void valueThatIsEmptyOrHuge_asksForNothing_andTheNextRequestIsAnswered() {
    namespace.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: shop, annotations: {reconcile.fluxcd.io/requestedAt: ""}}
        spec: {settle: 0s, approval: {mode: Automatic}}
        """);
    namespace.awaitCondition("stack shop", "Ready");
    namespace.annotate("stack shop", REQUESTED + "=" + "x".repeat(100_000));
    namespace.annotate("stack shop", REQUESTED + "=now");

    var answered =
        namespace.await(
            "stack shop", "an answer", found -> found.at("/status").has("lastHandledReconcileAt"));
    assertThat(answered.at("/status/lastHandledReconcileAt").asText()).isEqualTo("now");
  }
}
