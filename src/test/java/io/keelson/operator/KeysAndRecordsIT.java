package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Records and keys as no operator left them: nothing is done to the objects, people are told what
/// to do, and what they then do heals it.
@ExtendWith(OnControlPlane.class)
final class KeysAndRecordsIT {
  private static final String SHOP =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: objects}
      rules: [{apiGroups: [""], resources: [secrets, configmaps], verbs: [get, create, patch, delete]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: objects}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: objects}
      subjects: [{kind: ServiceAccount, name: default}]
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: words}
      stringData: {word: secret}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        approval: {mode: Automatic}
        variables: [{name: word, valueFrom: {secretKeyRef: {name: words, key: word}}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: sealed}
      spec: {stack: shop, type: terraform_data, config: {input: "${variable.word}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: map}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {word: hello}}}
      ---
      """;

  private static final String HEALTHY =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: healthy}
      spec: {stack: shop, type: terraform_data, config: {input: "%s"}}
      """;

  private static final String KEY = "secret/keelson-shop";

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;
  private Map<String, String> before;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = running();
    kubectl.apply(SHOP + HEALTHY.formatted("at first"));
    kubectl.awaitReady("shop");
    before = records.ids();
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private OperatorUnderTest running() {
    return OperatorUnderTest.in(namespace);
  }

  private void restart() {
    operator.close();
    operator = running();
  }

  /// As docs/operations.md says.
  private String backupOfTheKey() {
    var all =
        namespace
            .kubectl("get", "secrets", "-l", "app.kubernetes.io/managed-by=keelson", "-o", "yaml")
            .orThrow()
            .out();
    assertThat(all).contains("name: keelson-shop");
    return all.replaceAll("(?m)^ +(resourceVersion|uid): .*\n", "");
  }

  private void loseTheKey() {
    namespace.kubectl("delete", KEY, "--wait=false").orThrow();
    namespace
        .kubectl("patch", KEY, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}")
        .orThrow();
  }

  @Test
  void otherKey_opensNothingAndOnlyWhatIsSealedWaits() {
    var backup = backupOfTheKey();
    loseTheKey();
    operator.close();
    kubectl.apply(backup.replaceAll("(?m)^    key: .*$", "    key: " + "A".repeat(43) + "="));
    operator = running();

    kubectl.awaitReason("stack shop", "SealingKeyLost");
    assertThat(kubectl.message("stack shop"))
        .contains("kubernetes_object.map", "do not open", "Restore");
    kubectl.apply(HEALTHY.formatted("goes on"));
    namespace.eventually(
        () -> assertThat(records.state("terraform_data.healthy", "input")).contains("goes on"));

    kubectl.apply(backup);
    restart();

    kubectl.awaitReady("shop");
    assertThat(records.ids()).isEqualTo(before);
  }
}
