package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// The operator with the account that the chart gives it, a Stack with an account of its own, and a
/// user with the chart's roles: these rights are enough for everything.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane(once = true)
final class OperatorRightsIT {
  static final String RIGHTS =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: deployer}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: deployer}
      rules: [{apiGroups: [""], resources: [configmaps, secrets], verbs: [get, create, patch, delete]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: deployer}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      subjects: [{kind: ServiceAccount, name: deployer}]
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {password: hello}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: words}
      data: {word: hello}
      """;

  static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: signs}
      spec:
        settle: 0s
        approval: {mode: Automatic}
        deletion: {approval: Automatic}
        outputs: [{name: word, value: this way}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1s
        interval: 1s
        serviceAccountName: deployer
        variables:
          - {name: word, valueFrom: {configMapKeyRef: {name: words, key: word}}}
          - {name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}
          - {name: sign, valueFrom: {stackOutput: {name: signs, output: word}}}
        outputs:
          - {name: sign, value: "${variable.sign}"}
          - {name: open, value: "${terraform_data.open.output}", to: {configMap: {name: out, key: open}}}
          - {name: closed, value: "${variable.password}", sensitive: true, to: {secret: {name: out, key: closed}}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: open}
      spec: {stack: shop, type: terraform_data, config: {input: "${variable.word}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: map}
      spec:
        stack: shop
        type: kubernetes_object
        lifecycle: {createBeforeDestroy: true}
        config:
          manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: "NAME"}, data: {word: "${variable.word}"}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Path kubeconfig;
  private OperatorProcess operator;

  @BeforeEach
  void install(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    Installation.asDeployed(own);
    kubeconfig = Installation.kubeconfigOfTheOperator(own.controlPlane(), folder);
    kubectl.apply(RIGHTS);
    for (String role : new String[] {"keelson-view", "keelson-edit", "keelson-approve"})
      own.kubectl("create", "rolebinding", role, "--clusterrole=" + role, "--user=alice").orThrow();
    operator = start("first");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// As in the chart's Deployment.
  private OperatorProcess start(String pod) throws IOException {
    return OperatorProcess.start(
        namespace,
        log(),
        Map.of(
            "KUBECONFIG",
            kubeconfig.toString(),
            "POD_NAMESPACE",
            "keelson-system",
            "POD_NAME",
            "keelson-" + pod,
            "POD_UID",
            pod + "-" + namespace.name()),
        Duration.ofSeconds(1),
        "--leader-elect");
  }

  private Path log() {
    return folder.resolve("operator.log");
  }

  /// The way of the page where the operator has no Deployment.
  @Test
  void accountOfTheOperator_mayImport() throws IOException {
    var file = Files.writeString(folder.resolve("state.json"), RefusedImportIT.STATE);

    var imported =
        Program.run(
            "state",
            "import",
            "shop",
            "--from",
            file,
            "-n",
            namespace.name(),
            "--kubeconfig",
            kubeconfig);

    assertThat(imported.errors()).isEmpty();
    assertThat(imported.out()).contains("Imported 2 instances");
  }

  @Test
  void rightsOfTheChart_areEnoughForTheWholeLifeOfAStack() throws IOException {
    declare("first");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap out", ".data.open")).isEqualTo("hello");
    assertThat(kubectl.get("stack shop", ".status.outputs.sign")).isEqualTo("this way");
    assertThat(kubectl.get("secret out", ".data.closed")).isEqualTo("aGVsbG8=");

    // Another pod finds out that the first one is gone, in the middle of an operation.
    declare("second");
    approve();
    namespace.eventually(() -> assertThat(new Records(namespace).open()).isNotEmpty());
    operator.close();
    operator = start("second");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap first", ".metadata.name")).isEmpty();

    namespace.merge("configmap second", "{\"data\":{\"word\":\"oops\"}}");
    approve();
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap second", ".data.word")).isEqualTo("hello");

    namespace.kubectlAs("alice", "delete", "resource", "map").orThrow();
    approve();
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap second", ".metadata.name")).isEmpty();

    namespace.kubectlAs("alice", "delete", "stack,resource", "--all", "--wait=false").orThrow();
    approve();
    namespace.awaitGone("stack/shop");
    assertThat(kubectl.get("secret keelson-shop", ".metadata.name")).isEmpty();
    assertThat(kubectl.get("events", ".items[*].reason")).contains("UpToDate", "AwaitingApproval");
    assertThat(Files.readString(log())).doesNotContain("forbidden", " cannot ");
  }

  private void declare(String name) {
    namespace.applyAs("alice", SHOP.replace("NAME", name)).orThrow();
  }

  private void approve() {
    var plan = kubectl.awaitPlan("shop");
    namespace
        .applyAs(
            "alice",
            """
            apiVersion: keelson.dev/v1alpha1
            kind: PlanApproval
            metadata: {name: %s}
            spec: {stack: shop, digest: "%s", decision: Approve, approver: alice}
            """
                .formatted(plan, kubectl.get("plan " + plan, ".spec.digest")))
        .orThrow();
  }
}
