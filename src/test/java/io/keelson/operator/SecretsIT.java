package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.secrecy.ShowsSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// A secret value goes through everything that a Stack does. Afterwards it is where it was sent to,
/// and nowhere else: in no object, event, log line or metric.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class SecretsIT {
  private static final String CANARY = "canary-3f9a61d2";

  /// What is meant to hold the secret: where it comes from, and where the Stack sends it.
  private static final Set<String> MEANT =
      Set.of("Secret/db", "Secret/made", "Secret/out", "Secret/keelson-shop", "ConfigMap/made");

  private static final String RIGHTS =
      Rights.to("get, create, patch, delete", "secrets, configmaps");

  private static final String PASSWORD =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {password: "%s"}
      """;

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1s
        interval: 1s
        approval: {mode: Manual}
        variables: [{name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}]
        locals: {url: "user:${variable.password}@db"}
        outputs: [{name: url, value: "${local.url}", sensitive: true, to: {secret: {name: out, key: url}}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: data}
      spec:
        stack: shop
        type: terraform_data
        config: {input: {url: "${local.url}", list: ["${variable.password}"]}, triggers_replace: "${variable.password}"}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: secret}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest: {apiVersion: v1, kind: Secret, metadata: {name: made}, stringData: {url: "${local.url}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: map}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: made}, data: {url: "${terraform_data.data.output.url}"}}
      """;

  /// The API server's refusals repeat what they refuse: one is met by the dry run of the plan, one
  /// only by the apply, when the id is known.
  private static final String REFUSED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: refused}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: refused, labels: {url: "-${variable.password}-"}}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: refused-late}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: refused-late, labels: {url: "-${variable.password}-${terraform_data.late.id}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: late}
      spec: {stack: shop, type: terraform_data}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: wrong}
      spec: {stack: shop, type: terraform_data, config: {input: "${int(variable.password)}"}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Canary canary;
  private OperatorProcess operator;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    canary = new Canary(CANARY, own);
    Installation.withAdmission(own);
    kubectl.apply(RIGHTS);
    kubectl.apply(PASSWORD.formatted(CANARY));
    operator =
        OperatorProcess.start(
            own,
            log(),
            Map.of("KEELSON_LOG_LEVEL", "DEBUG", "KEELSON_LOG_LEVEL_LIBRARIES", "DEBUG"),
            "--lease-namespace=" + own.name());
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private Path log() {
    return folder.resolve("operator.log");
  }

  @Test
  @Tag("DEV-14")
  @Tag("R-DIAG-9")
  @ShowsSecret(in = "ConfigMap/made", because = "the Stack sends it there")
  void secret_isNowhereButWhereItWasSentTo() throws Exception {
    kubectl.apply(SHOP);
    var created = kubectl.awaitPlan("shop");
    assertNoCanary();
    kubectl.approve(created);
    kubectl.awaitReady("shop");
    assertThat(decoded("secret made", ".data.url")).isEqualTo("user:" + CANARY + "@db");
    assertThat(decoded("secret out", ".data.url")).isEqualTo("user:" + CANARY + "@db");
    assertThat(kubectl.get("configmap made", ".data.url")).isEqualTo("user:" + CANARY + "@db");
    assertNoCanary();

    kubectl.apply(PASSWORD.formatted(CANARY + "-next"));
    var replaced = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + replaced, ".spec.text"))
        .contains("(sensitive value)", "1 to replace");
    assertNoCanary();
    kubectl.approve(replaced);
    kubectl.awaitReady("shop");
    assertNoCanary();

    namespace.merge("configmap made", "{\"data\":{\"url\":\"" + CANARY + "-drifted\"}}");
    var corrected = kubectl.awaitPlan("shop");
    assertNoCanary();
    kubectl.approve(corrected);
    kubectl.awaitReady("shop");

    kubectl.apply(REFUSED);
    kubectl.awaitReason("resource wrong", "InvalidConfiguration");
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReason("resource refused", "InvalidConfiguration");
    kubectl.awaitReason("resource refused-late", "InvalidConfiguration");
    assertNoCanary();

    namespace.beginDeleteAll("stack,resource");
    var destroyed = kubectl.awaitPlan("shop");
    assertNoCanary();
    kubectl.approve(destroyed);
    namespace.awaitGone("stack/shop");
    assertNoCanary();
  }

  private String decoded(String object, String path) {
    return new String(
        Base64.getDecoder().decode(kubectl.get(object, path)), StandardCharsets.UTF_8);
  }

  private void assertNoCanary() throws Exception {
    canary.isNowhereBut(MEANT);
    var written = Files.readString(log());
    assertThat(written).contains(" DEBUG ");
    canary.isNotIn("the log", written);
    canary.isNotIn("the metrics", OperatorProcess.metrics(written));
    canary.isInNoStatusLine();
  }
}
