package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.cli.Program;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// What users of similar tools have reported of the life in a cluster, in the words of this one.
/// Each test says where the report is, and what its user expected.
@ExtendWith(OnControlPlane.class)
@ExtendWith(CrdLifeReportsIT.Told.class)
@OwnControlPlane(once = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.SAME_THREAD)
final class CrdLifeReportsIT {
  static final class Told implements org.junit.jupiter.api.extension.TestWatcher {
    @Override
    public void testSuccessful(org.junit.jupiter.api.extension.ExtensionContext context) {
      System.out.println("RESULT ok " + context.getDisplayName());
    }

    @Override
    public void testFailed(
        org.junit.jupiter.api.extension.ExtensionContext context, Throwable cause) {
      System.out.println(
          "RESULT FAILED " + context.getDisplayName() + "\n<<<" + cause.getMessage() + ">>>");
      for (var at : cause.getStackTrace())
        if (at.getClassName().endsWith("CrdLifeReportsIT")) System.out.println("  at " + at);
    }
  }

  private static final String RIGHTS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: deployer}
      rules: [{apiGroups: ["*"], resources: ["*"], verbs: [get, create, patch, delete]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: deployer}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      subjects: [{kind: ServiceAccount, name: default}]
      """;

  private static final String PASSWORD = "correct-horse-battery";

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;
  private int looks;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(RIGHTS);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void restart() {
    operator.close();
    operator = OperatorUnderTest.in(namespace);
  }

  /// @param spec what is in the braces beside `settle`, with a comma before it
  private static String stack(String name, String spec) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %s}
    spec: {settle: 1s, removalGrace: 1s%s}
    """
        .formatted(name, spec);
  }

  private static String automatic(String name, String more) {
    return stack(name, ", approval: {mode: Automatic}, maxRemovals: 100" + more);
  }

  private static String data(String name, String more) {
    return resource("demo", name, "terraform_data", more);
  }

  private static String resource(String stack, String name, String type, String more) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec: {stack: %s, type: %s, %s}
    """
        .formatted(name, stack, type, more);
  }

  private static String map(String stack, String resource, String name, String data) {
    return resource(
        stack,
        resource,
        "kubernetes_object",
        "config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: %s}}"
            .formatted(name, data));
  }

  private static String manifest(String name, String manifest) {
    return manifest(name, manifest, "");
  }

  /// @param more lines of `config` beside the manifest
  private static String manifest(String name, String manifest, String more) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec:
      stack: demo
      type: kubernetes_object
      config:
        %s
        manifest:
    %s
    """
        .formatted(name, more, manifest.indent(6).stripTrailing());
  }

  private void administrate() {
    kubectl.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: NS}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
        subjects: [{kind: ServiceAccount, name: default, namespace: NS}]
        """
            .replace("NS", namespace.name()));
  }

  private String uid(String object) {
    return kubectl.get(object, ".metadata.uid");
  }

  private String status(String object) {
    return namespace.get(object).path("status").toPrettyString();
  }

  private String look(String refresh) {
    var name = "look-" + ++looks;
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: %s}
        spec: {stack: demo, mode: Plan, refresh: %s}
        """
            .formatted(name, refresh));
    return name;
  }

  private JsonNode looked() {
    return namespace.await(
        "run " + look("All"),
        "its end",
        found -> List.of("Succeeded", "Failed", "Refused").contains(phase(found)));
  }

  /// Everything is read once more, and there is nothing to do.
  private void assertSettled() {
    kubectl.awaitReady("demo");
    var run = looked();
    assertThat(phase(run)).as(run.toPrettyString()).isEqualTo("Succeeded");
    assertThat(run.at("/status/changes").asText())
        .as(() -> kubectl.get("plans.keelson.dev", ".items[*].spec.text"))
        .isIn("", "+0 ~0 -/+0 -0");
    var plan = run.at("/status/plan/name").asText();
    if (!plan.isEmpty())
      assertThat(kubectl.get("plan " + plan, ".spec.text"))
          .as(run.toPrettyString())
          .doesNotContain("~", "+ ", "- ");
  }

  private static String phase(JsonNode found) {
    return found.at("/status/phase").asText();
  }

  private void awaitValue(String object, String path, String value) {
    namespace.eventually(() -> assertThat(kubectl.get(object, path)).isEqualTo(value));
  }

  private void awaitMessage(String object, String... parts) {
    namespace.eventually(() -> assertThat(kubectl.message(object)).contains(parts));
  }

  private void report(String what) {
    System.out.println("REPORT " + what);
  }

  private String told() {
    return kubectl.reason("stack demo")
        + ": "
        + kubectl.message("stack demo")
        + "\n"
        + kubectl.get("stack demo", ".status.diagnostics");
  }

  private static String deployment(String image, String container, String more) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web%s}
    spec:
      replicas: 1
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}}
        spec: {containers: [{name: main, image: "%s"%s}]}
    """
        .formatted(more, image, container);
  }

  private void change(String resource) {
    kubectl.apply(resource);
    namespace.eventually(this::assertSettled);
  }

  private static final List<String> KINDS =
      List.of(
          "componentdefinitions",
          "componentrevisions",
          "components",
          "planapprovals",
          "plans",
          "policies",
          "providerconfigs",
          "providers",
          "resourceinstances",
          "resources",
          "runs",
          "stacks");

  private static Path file(String text) {
    try {
      return Files.writeString(Files.createTempFile("life", ".yaml"), text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String told(String what) {
    return namespace.exists("stack demo") ? told() : what;
  }

  private void install() {
    namespace.eventually(
        () -> assertThat(namespace.kubectl("apply", "-f", "crds").exitCode()).isZero());
    for (var each : KINDS)
      namespace.eventually(
          () -> assertThat(namespace.kubectl("get", each + ".keelson.dev").exitCode()).isZero());
  }

  /// What `kubectl apply` does to a definition that is about to go is lost with it.
  private void awaitInstalled() {
    namespace.eventually(() -> {
      for (var each : KINDS) {
        var found =
            namespace.kubectl(
                "get",
                "crd",
                each + ".keelson.dev",
                "-o",
                "jsonpath={.metadata.deletionTimestamp}");
        assertThat(found.exitCode() == 0 ? found.out() : "").as(each).isEmpty();
      }
      install();
    });
  }

  @Test
  @Order(1)
  void definitionsThatAreAppliedAgainOrChanged_disturbNothing() {
    kubectl.apply(automatic("demo", "") + map("demo", "a", "a", "{k: v}"));
    assertSettled();
    for (var each : KINDS)
      namespace
          .kubectl(
              "patch",
              "crd",
              each + ".keelson.dev",
              "--type=json",
              "-p",
              "[{\"op\":\"add\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/description\",\"value\":\"another\"}]")
          .orThrow();
    install();
    change(map("demo", "a", "a", "{k: w}"));
    awaitValue("configmap a", ".data.k", "w");
    namespace.kubectl("delete", "stack", "demo", "--wait=false").orThrow();
    kubectl.approve(
        namespace
            .await("stack demo", "a plan", found -> found.toString().contains("AwaitingApproval"))
            .at("/status/plan/name")
            .asText());
    namespace.awaitGone("stack demo");
  }

  /// kubernetes-sigs/controller-runtime#1938, #2983: after definitions have come again nobody
  /// listens.
  @Test
  @Order(2)
  void definitionsThatComeAgain_areUsedWithoutARestart() {
    namespace.kubectl("delete", "-f", "crds").orThrow();
    install();
    kubectl.apply(automatic("demo", "") + map("demo", "a", "a", "{k: v}"));
    assertSettled();
    change(map("demo", "a", "a", "{k: w}"));
    awaitValue("configmap a", ".data.k", "w");
    assertThat(operator.readiness()).contains("ok");
    namespace.kubectl("delete", "stack", "demo", "--wait=false").orThrow();
    kubectl.approve(
        namespace
            .await("stack demo", "a plan", found -> found.toString().contains("AwaitingApproval"))
            .at("/status/plan/name")
            .asText());
    namespace.awaitGone("stack demo");
  }

  /// helm/helm#8505 and others: the definition of the declarations goes by mistake.
  @Test
  @Order(3)
  void definitionOfResourcesThatGoesAndComes_destroysNothingUnasked() {
    kubectl.apply(
        automatic("demo", ", maxRemovals: '10%'")
                .replace("maxRemovals: 100, ", "")
                .replace("maxRemovals: 100", "interval: 1h")
            + map("demo", "a", "a", "{k: v}")
            + map("demo", "b", "b", "{k: v}"));
    assertSettled();
    var uid = uid("configmap a");
    namespace
        .kubectl(
            "delete",
            "crd",
            "resources.keelson.dev",
            "plans.keelson.dev",
            "planapprovals.keelson.dev",
            "runs.keelson.dev")
        .orThrow();
    namespace.eventually(() -> assertThat(told()).doesNotStartWith("UpToDate"));
    report("no definition of resources: " + told());
    namespace.eventually(() ->
        assertThat(told()).contains("/apis/keelson.dev/v1alpha1/", "CustomResourceDefinition"));
    awaitInstalled();
    namespace.eventually(() -> assertThat(told()).startsWith("AwaitingApproval"));
    report("definition is there again: " + told());
    assertThat(uid("configmap a")).isEqualTo(uid);
    kubectl.apply(map("demo", "a", "a", "{k: w}") + map("demo", "b", "b", "{k: v}"));
    awaitValue("configmap a", ".data.k", "w");
    assertSettled();
    assertThat(uid("configmap a")).isEqualTo(uid);
    namespace.kubectl("delete", "stack", "demo", "--wait=false").orThrow();
    kubectl.approve(
        namespace
            .await("stack demo", "a plan", found -> found.toString().contains("AwaitingApproval"))
            .at("/status/plan/name")
            .asText());
    namespace.awaitGone("stack demo");
  }

  /// Altinity/clickhouse-operator#677, mitodl/ol-infrastructure#5876: all definitions go by
  /// mistake, and everything with them.
  @Test
  @Order(4)
  void definitionsThatAreDeletedWithObjects_destroyNothingUnaskedAndCanBeRejected() {
    kubectl.apply(automatic("demo", "") + map("demo", "a", "a", "{k: v}"));
    assertSettled();
    var uid = uid("configmap a");
    namespace.kubectl("delete", "-f", "crds", "--wait=false").orThrow();
    namespace.eventually(
        () -> assertThat(kubectl.get("stack demo", ".metadata.deletionTimestamp")).isNotEmpty());
    namespace.eventually(() ->
        assertThat(namespace.kubectl("get", "crd", "plans.keelson.dev").exitCode()).isNotZero());
    namespace.eventually(() -> assertThat(told()).doesNotStartWith("UpToDate"));
    report("definitions go: " + told());
    assertThat(uid("configmap a")).isEqualTo(uid);
    namespace.kubectl("apply", "-f", "crds");
    namespace.eventually(() -> assertThat(told()).startsWith("AwaitingApproval"));
    report("definitions are back: " + told());
    namespace.eventually(() ->
        assertThat(namespace.exists("plan " + kubectl.get("stack demo", ".status.plan.name")))
            .as(this::told)
            .isTrue());
    kubectl.reject(kubectl.get("stack demo", ".status.plan.name"));
    namespace.eventually(() ->
        assertThat(namespace.kubectl("get", "stack", "demo").exitCode())
            .as(() -> told("gone"))
            .isNotZero());
    namespace.eventually(
        () -> assertThat(namespace.kubectl("apply", "-f", "crds").exitCode()).isZero());
    report(
        "rejected; records: "
            + namespace.kubectl("get", "resourceinstances.keelson.dev", "-o", "wide").out()
            + namespace
                .kubectl(
                    "get",
                    "crd",
                    "-o",
                    "custom-columns=N:.metadata.name,D:.metadata.deletionTimestamp")
                .out());
    assertThat(uid("configmap a")).isEqualTo(uid);
    namespace.eventually(() -> {
      namespace.kubectl("apply", "-f", "crds");
      assertThat(
              namespace
                  .kubectl(
                      "get",
                      "crd",
                      "stacks.keelson.dev",
                      "resources.keelson.dev",
                      "-o",
                      "jsonpath={.items[*].metadata.deletionTimestamp}")
                  .out())
          .isBlank();
    });
    namespace.eventually(() ->
        assertThat(namespace.kubectl("get", "stacks.keelson.dev,resources.keelson.dev").exitCode())
            .isZero());
    kubectl.apply(automatic("demo", "") + map("demo", "a", "a", "{k: w}"));
    namespace.eventually(() -> assertThat(kubectl.reason("stack demo")).isNotEmpty());
    awaitValue("configmap a", ".data.k", "w");
    kubectl.awaitReady("demo");
    report("declared again: " + told());
    kubectl.apply(map("demo", "c", "c", "{k: w}"));
    namespace.eventually(() ->
        assertThat(
                namespace.exists("configmap c")
                    || !kubectl.reason("resource.keelson.dev c").isEmpty()
                        && !kubectl.reason("stack demo").equals("UpToDate"))
            .isTrue());
    report("another one: " + namespace.exists("configmap c") + told());
    namespace.eventually(() -> assertThat(told()).contains("export the state", "import the state"));
    // The way out that is told: out, away with the records, and in again.
    var file = file("").toString();
    assertThat(
            Program.runIn(namespace, "state", "export", "demo", "--to", file + ".json").exitCode())
        .isZero();
    namespace.merge("stack demo", "{\"spec\":{\"deletion\":{\"policy\":\"Orphan\"}}}");
    namespace.beginDelete("stack demo");
    namespace.awaitGone("stack demo");
    namespace
        .kubectl(
            "annotate",
            "resourceinstances",
            "-l",
            "keelson.dev/stack=demo",
            "--overwrite",
            "keelson.dev/resolve=forget")
        .orThrow();
    awaitInstalled();
    var imported = Program.runIn(namespace, "state", "import", "demo", "--from", file + ".json");
    report("imported: " + imported.exitCode() + imported.out() + imported.errors());
    kubectl.apply(automatic("demo", ""));
    namespace.eventually(() -> assertThat(namespace.exists("configmap c")).as(this::told).isTrue());
    assertSettled();
    assertThat(uid("configmap a")).isEqualTo(uid);
  }
}
