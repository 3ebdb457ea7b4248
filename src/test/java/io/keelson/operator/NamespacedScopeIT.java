package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.HelmProgram;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// An operator with exactly the rights that the chart gives for one namespace.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane(once = true)
final class NamespacedScopeIT {
  private static final String ACCOUNT = "system:serviceaccount:keelson-system:keelson";

  private static final String SHOP =
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
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        serviceAccountName: deployer
        approval: {mode: Automatic}
        deletion: {approval: Automatic}
        variables:
          - {name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}
        outputs:
          - {name: closed, value: "${variable.password}", sensitive: true, to: {secret: {name: out, key: closed}}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: map}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: made}, data: {word: hello}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private TestNamespace other;
  private Kubectl kubectl;
  private HelmProgram helm;
  private OperatorProcess operator;

  @BeforeEach
  void install(TestNamespace own, ControlPlane controlPlane) throws IOException {
    namespace = own;
    other = controlPlane.newNamespace("other");
    kubectl = new Kubectl(own);
    helm = HelmProgram.of(4, controlPlane);
    helm.succeed(
        "install",
        "keelson",
        "helm/keelson",
        "--create-namespace",
        "--set",
        "scope=namespaced",
        "--set",
        "namespaces={" + own.name() + "}");
    operator =
        OperatorProcess.start(
            own,
            log(),
            Map.of(
                "KUBECONFIG",
                Installation.kubeconfigOfTheOperator(controlPlane, folder).toString(),
                "POD_NAMESPACE",
                Installation.NAMESPACE,
                "POD_NAME",
                "keelson-first",
                "POD_UID",
                "first"),
            "--leader-elect");
  }

  @AfterEach
  void stop() {
    operator.close();
    helm.succeed("uninstall", "keelson");
  }

  private Path log() {
    return folder.resolve("operator.log");
  }

  @Test
  void rightsOfOneNamespace_areEnoughThere_andReachNoOther() throws IOException {
    other.apply(SHOP);
    namespace.apply(SHOP);
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap made", ".data.word")).isEqualTo("hello");
    assertThat(kubectl.get("secret out", ".data.closed")).isEqualTo("aGVsbG8=");
    namespace.beginDelete("stack shop");
    namespace.awaitGone("stack shop");
    assertThat(namespace.exists("configmap made")).isFalse();

    // This one has been there for longer.
    assertThat(new Kubectl(other).get("stack shop", ".status.conditions")).isEmpty();
    assertThat(other.exists("configmap made")).isFalse();
    for (String right :
        new String[] {"get secrets/db", "list secrets", "impersonate serviceaccounts"}) {
      assertThat(may(namespace, right)).as(right).isEqualTo("yes");
      assertThat(may(other, right)).as(right).isEqualTo("no");
    }
    assertThat(Files.readString(log())).doesNotContain("forbidden", " cannot ");
  }

  @Test
  void namespaceThatIsDeletedWithAStack_endsOnceTheOperatorHasTheRightsOfTheCluster() {
    namespace.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: shop}
        spec: {settle: 1s, approval: {mode: Automatic}, deletion: {approval: Automatic}}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: note}
        spec: {stack: shop, type: terraform_data, config: {input: hello}}
        """);
    kubectl.awaitReady("shop");
    // Kubernetes may be slower than the operator; a Stack that waits for a person is not gone yet.
    kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"approval\":\"Required\"}}}");
    namespace.beginDelete("namespace " + namespace.name());
    namespace.awaitGone("role keelson-namespace");
    kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"approval\":\"Automatic\"}}}");

    helm.succeed(
        "upgrade",
        "keelson",
        "helm/keelson",
        "--reset-then-reuse-values",
        "--set",
        "scope=cluster",
        "--set",
        "namespaces=null");

    namespace.awaitGone("namespace " + namespace.name());
  }

  private static String may(TestNamespace where, String right) {
    var words = right.split(" ", -1);
    return where.kubectl("auth", "can-i", words[0], words[1], "--as=" + ACCOUNT).out().strip();
  }
}
