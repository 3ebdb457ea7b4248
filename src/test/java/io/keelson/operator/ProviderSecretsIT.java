package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.CloudWorld;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Secrets that a provider is given in every way there is, and that it repeats wherever it can:
/// they are in no object but Secrets, no log line and no metric, also after failures and crashes.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class ProviderSecretsIT {
  /// All secrets begin with it.
  private static final String CANARY = "canary-b27e90c4";

  private static final Set<String> MEANT =
      Set.of("Secret/cloud", "Secret/environment", "Secret/db", "Secret/keelson-shop");

  /// What a provider that is careless says.
  private static final String ALL =
      "token %1$s-token environment %1$s-environment sensitive %1$s-sensitive write-only %1$s-once"
          .formatted(CANARY);

  private static final String SECRETS =
      Rights.to("get", "secrets")
          + """
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: cloud}
          stringData: {token: CANARY-token}
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: environment}
          stringData: {password: CANARY-environment}
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: db}
          stringData: {password: CANARY-sensitive, once: CANARY-once}
          """
              .replace("CANARY", CANARY);

  private static final String MANIFESTS =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAMESPACE}
      spec:
        source: keelson.dev/test/keelsontest
        version: 2.0.0
        sources: [{directory: {path: "MIRROR"}}]
        environment: [{name: CLOUD_PASSWORD, secretKeyRef: {name: environment, key: password}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAMESPACE}
        config: {world: "WORLD", account: shop, token: "${secret.token}", log_secrets: true}
        secrets: [{name: token, secretKeyRef: {name: cloud, key: token}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1s
        interval: 1s
        providerConfigs: [cloud]
        variables:
          - {name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}
          - {name: once, valueFrom: {secretKeyRef: {name: db, key: once}}}
      """;

  private static final String THING =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: %1$s}
      spec:
        stack: shop
        type: keelsontest_thing
        config:
          name: %1$s
          text: %2$s
          secret: "${variable.password}"
          secret_wo: "${variable.once}"
          secret_wo_version: "1"
      """;

  private static final String TOKEN =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: pass}
      spec:
        stack: shop
        type: keelsontest_token
        mode: Ephemeral
        config: {name: c5d7f3, renew_after: 500ms}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web}
      spec:
        stack: shop
        type: keelsontest_thing
        config:
          name: web
          text: one
          secret_wo: "${provider.keelsontest.join('+', ephemeral.keelsontest_token.pass.value, variable.once)}"
          secret_wo_version: "1"
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Canary canary;
  private CloudWorld cloud;
  private OperatorProcess operator;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    canary = new Canary(CANARY, own);
    cloud = new CloudWorld(folder.resolve("world"));
    Installation.withAdmission(own);
    operator =
        OperatorProcess.start(
            own,
            log(),
            Map.of("KEELSON_LOG_LEVEL", "DEBUG", "KEELSON_LOG_LEVEL_LIBRARIES", "DEBUG"),
            "--lease-namespace=" + own.name(),
            "--provider-folder=" + folder.resolve("p"));
  }

  @AfterEach
  void stop() {
    operator.close();
    ProviderFixture.giveUp(namespace, namespace.name());
  }

  private Path log() {
    return folder.resolve("operator.log");
  }

  @Test
  void secretsOfAProvider_areNowhereButInSecrets() throws Exception {
    for (String to : List.of("stdout", "stderr", "fd1", "fd2"))
      cloud.order(
          "says-" + to, always("\"on\": \"create\", \"do\": \"print\", \"to\": \"" + to + "\""));
    kubectl.apply(
        SECRETS
            + "---\n"
            + MANIFESTS
                .replace("NAMESPACE", namespace.name())
                .replace("MIRROR", TestProviders.mirror().toString())
                .replace("WORLD", cloud.folder().toString()));
    kubectl.apply(THING.formatted("web", "one"));
    kubectl.awaitReady("shop");
    assertThat(cloud.objects().toString()).contains(CANARY + "-sensitive");
    assertNoCanary();

    cloud.order("fails", always("\"on\": \"update\", \"do\": \"fail\""));
    kubectl.apply(THING.formatted("web", "two"));
    awaitMessage("stack shop", "(sensitive value)");
    assertNoCanary();
    cloud.withdraw("fails");
    kubectl.awaitReady("shop");

    cloud.order("panics", always("\"on\": \"ReadResource\", \"do\": \"panic\""));
    kubectl.apply(THING.formatted("web", "three"));
    awaitMessage("stack shop", "panic");
    assertNoCanary();
    cloud.withdraw("panics");
    kubectl.awaitReady("shop");

    cloud.order("panics-once", once("\"on\": \"create\", \"when\": \"after\", \"do\": \"panic\""));
    kubectl.apply(THING.formatted("db", "one"));
    kubectl.awaitReason("stack shop", "StateUncertain");
    assertNoCanary();
    assertThat(Files.readString(log())).contains("panic: ", "(sensitive value)");
  }

  /// The provider logs the token when it opens it, and the function is asked about it.
  @Test
  void tokenThatIsOnlyOpenForAWhile_reachesTheProviderAndIsNowhereAtAll() throws Exception {
    kubectl.apply(
        SECRETS
            + "---\n"
            + MANIFESTS
                .replace("NAMESPACE", namespace.name())
                .replace("MIRROR", TestProviders.mirror().toString())
                .replace("WORLD", cloud.folder().toString())
            + TOKEN);
    kubectl.awaitReady("shop");
    assertThat(cloud.journal(line -> line.path("event").asText().equals("write-only")))
        .isNotEmpty();
    assertNoToken();

    cloud.order(
        "fails",
        "{\"on\": \"update\", \"name\": \"web\", \"times\": -1, \"do\": \"fail\", \"message\": \"with %s\"}"
            .formatted(CANARY + "-token"));
    kubectl.apply(TOKEN.replace("text: one", "text: two"));
    awaitMessage("stack shop", "(sensitive value)");
    assertNoToken();
    cloud.withdraw("fails");
    kubectl.awaitReady("shop");

    namespace.eventually(() ->
        assertThat(cloud.objects())
            .extracting(each -> each.path("name").asText())
            .containsExactly("web"));
    assertThat(cloud.deleted())
        .extracting(each -> each.path("name").asText())
        .isNotEmpty()
        .containsOnly("c5d7f3");
  }

  /// Whatever the token is each time, it begins like this.
  private void assertNoToken() throws Exception {
    assertNoCanary();
    var token = new Canary("token-c5d7f3-", namespace);
    token.isNowhereBut(Set.of());
    var written = Files.readString(log());
    token.isNotIn("the log", written);
    token.isNotIn("the metrics", OperatorProcess.metrics(written));
  }

  private void awaitMessage(String object, String part) {
    namespace.eventually(() -> assertThat(kubectl.message(object)).contains(part));
  }

  /// An order that lets the provider say all it should not, each time.
  private static String always(String what) {
    return once("\"times\": -1, " + what);
  }

  private static String once(String what) {
    return "{%s, \"message\": \"%s\\n\"}".formatted(what, ALL);
  }

  private void assertNoCanary() throws Exception {
    canary.isNowhereBut(MEANT);
    var written = Files.readString(log());
    assertThat(written).contains(" DEBUG ", "(sensitive value)");
    canary.isNotIn("the log", written);
    canary.isNotIn("the metrics", OperatorProcess.metrics(written));
    canary.isInNoStatusLine();
  }
}
