package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a Stack takes in from Secrets and ConfigMaps, and what it gives out to them; a secret is
/// shown nowhere on its way.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class StackVariablesIT {
  private static final String CANARY = "canary-7d41c9";

  private static final String RIGHTS = Rights.to("get, create, patch", "secrets, configmaps");

  private static final String SOURCES =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: words}
      data: {greeting: hello}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {password: %s}
      """;

  /// `ATTRIBUTE` stands for the attribute that takes the secret in.
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1s
        variables:
          - {name: greeting, valueFrom: {configMapKeyRef: {name: words, key: greeting}}}
          - {name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}
          - {name: tier, type: string, default: null}
        outputs:
          - {name: tier, value: "${variable.tier == null ? 'none' : variable.tier}"}
          - {name: open, value: "${terraform_data.open.output}", to: {configMap: {name: out, key: open}}}
          - {name: closed, value: "${terraform_data.closed.ATTRIBUTE}", sensitive: true, to: {secret: {name: out, key: closed}}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: open}
      spec: {stack: shop, type: terraform_data, config: {input: "${variable.greeting} world"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: closed}
      spec: {stack: shop, type: terraform_data, config: {ATTRIBUTE: "${variable.password}!"}}
      """;

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(RIGHTS);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void variables_reachTheWorldAndTheOutputs() {
    kubectl.apply(SOURCES.formatted(CANARY));
    kubectl.apply(shop("input"));
    kubectl.awaitReady("shop");

    assertThat(kubectl.get("configmap out", ".data.open")).isEqualTo("hello world");
    assertThat(secretOutput()).isEqualTo(CANARY + "!");
    assertThat(kubectl.get("stack shop", ".status.outputs.open")).isEqualTo("hello world");
    assertThat(kubectl.get("stack shop", ".status.outputs.tier")).isEqualTo("none");
    assertThat(kubectl.get("stack shop", ".status.outputs.closed")).isEmpty();
  }

  @Test
  void changedSecret_isPlannedAnew() {
    kubectl.apply(SOURCES.formatted("first"));
    kubectl.apply(shop("input"));
    kubectl.awaitReady("shop");

    kubectl.apply(SOURCES.formatted("second"));

    kubectl.namespace().eventually(() -> assertThat(secretOutput()).isEqualTo("second!"));
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied Applied");
  }

  @Test
  void secretThatTriggersAReplacement_isShownNowhereBeforeOrAfter() {
    kubectl.apply(SOURCES.formatted(CANARY));
    kubectl.apply(shop("triggers_replace"));
    kubectl.awaitReady("shop");
    assertNoCanary();

    kubectl.apply(SOURCES.formatted(CANARY + "-next"));
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("1 to replace", "(sensitive value)");
    kubectl.approve(plan);

    kubectl.namespace().eventually(() -> assertThat(secretOutput()).isEqualTo(CANARY + "-next!"));
    kubectl.awaitReady("shop");
    assertNoCanary();
  }

  @Test
  void missingSecret_isNamedHoldsBackOnlyWhatNeedsItAndHealsWhenCreated() {
    kubectl.apply(SOURCES.formatted(CANARY));
    kubectl.namespace().delete("secret db");
    kubectl.apply(shop("input"));

    kubectl.awaitReason("stack shop", "VariableMissing");
    assertThat(kubectl.get("stack shop", ".status.diagnostics[0].subject"))
        .isEqualTo("variable.password");
    assertThat(kubectl.get("stack shop", ".status.diagnostics[0].detail"))
        .contains("Secret 'db' does not exist", "key 'password'");
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("resourceinstances", ".items[*].spec.address"))
                .isEqualTo("terraform_data.open"));

    kubectl.apply(SOURCES.formatted(CANARY));

    kubectl.awaitReady("shop");
    assertThat(secretOutput()).isEqualTo(CANARY + "!");
  }

  @Test
  @Tag("R-RTB-3")
  void changeThatReplacesWhatMissesItsSecret_waitsForIt() {
    kubectl.apply(SOURCES.formatted(CANARY));
    var shop =
        shop("input")
            .replace(
                "type: terraform_data, config: {input: \"${variable.password}!\"}",
                "type: terraform_data, lifecycle: {replaceTriggeredBy: [terraform_data.open]},"
                    + " config: {input: \"${variable.password}!\"}");
    kubectl.apply(shop);
    kubectl.awaitReady("shop");
    kubectl.namespace().delete("secret db");
    kubectl.awaitReason("stack shop", "VariableMissing");

    kubectl.apply(shop.replace(" world", " everybody"));

    kubectl.awaitReason("resource open", "DependencyNotReady");
    assertThat(kubectl.message("resource open"))
        .contains("terraform_data.closed", "replaceTriggeredBy");
    assertThat(kubectl.reason("stack shop")).isEqualTo("VariableMissing");
    assertThat(kubectl.get("configmap out", ".data.open")).isEqualTo("hello world");

    kubectl.apply(SOURCES.formatted(CANARY));

    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.counts"))
        .contains("\"change\":1", "\"replace\":1");
    kubectl.approve(plan);
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap out", ".data.open")).isEqualTo("hello everybody");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{input: \"${int(variable.password)}\"}",
        "{input: \"${{'a': 1}[variable.password]}\"}",
        "{input: \"${timestamp(variable.password)}\"}",
        "{input: \"${'text'.matches('(' + variable.password)}\"}",
        "{triggers_replace: \"${duration(variable.password)}\"}"
      })
  void expressionThatFailsOnASecret_saysSoWithoutIt(String config) {
    kubectl.apply(SOURCES.formatted(CANARY));
    kubectl.apply(shop("triggers_replace"));
    kubectl.apply(resource("wrong", "terraform_data", config));

    kubectl.awaitReason("resource wrong", "InvalidConfiguration");
    kubectl.awaitReason("stack shop", "InvalidConfiguration");
    assertNoCanary();
  }

  @Test
  void requestThatTheApiServerRefusesForItsSecret_isToldWithoutIt() {
    kubectl.apply(SOURCES.formatted(CANARY));
    kubectl.apply(shop("triggers_replace"));
    kubectl.awaitReady("shop");

    kubectl.apply(
        resource(
            "wrong",
            "kubernetes_object",
            """
            {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: wrong, namespace: %s,
              labels: {password: "-${variable.password}-"}}}}\
            """
                .formatted(kubectl.namespace().name())));

    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.reason("stack shop"))
                .isIn("PlanFailed", "ApplyFailed", "InvalidConfiguration"));
    assertNoCanary();
  }

  private static String shop(String attribute) {
    return SHOP.replace("ATTRIBUTE", attribute);
  }

  private static String resource(String name, String type, String config) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec:
      stack: shop
      type: %s
      config: %s
    """
        .formatted(name, type, config.indent(4).strip());
  }

  private String secretOutput() {
    var data = kubectl.get("secret out", ".data.closed");
    return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
  }

  /// The secret text is in none of the objects that people without access to Secrets may read.
  private void assertNoCanary() {
    var all =
        kubectl
            .namespace()
            .kubectl("get", "keelson,events,configmaps,leases", "-o", "yaml")
            .orThrow()
            .out();
    var encoded = Base64.getEncoder().encodeToString(CANARY.getBytes(StandardCharsets.UTF_8));
    assertThat(all).contains("kind: Stack\n").doesNotContain(CANARY, encoded);
    for (String leaves : kubectl.get("plans", ".items[*].spec.leaves").split(" ", -1))
      if (!leaves.isEmpty()) assertThat(Canary.unzipped(leaves)).doesNotContain(CANARY);
  }
}
