package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Outputs in ConfigMaps and Secrets: who deletes or edits them, who shares them, who reads them.
@ExtendWith(OnControlPlane.class)
final class PublishedOutputsIT {
  private static final String RIGHTS =
      Rights.to("get, create, patch, delete", "secrets, configmaps");

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(RIGHTS + writer("net", "network", "blue"));
    kubectl.awaitReady("net");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// A Stack that writes one key of a ConfigMap and one of a Secret.
  private static String writer(String stack, String key, String value) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %1$s}
    spec:
      settle: 0s
      approval: {mode: Automatic}
      outputs:
        - {name: word, value: "${terraform_data.%1$s.output}", to: {configMap: {name: shared, key: %2$s}}}
        - {name: token, value: "${terraform_data.%1$s.output}", sensitive: true, to: {secret: {name: hidden, key: %2$s}}}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %1$s}
    spec: {stack: %1$s, type: terraform_data, config: {input: %3$s}}
    """
        .formatted(stack, key, value);
  }

  private static String reader(String key) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: shop}
    spec:
      settle: 0s
      approval: {mode: Automatic}
      variables: [{name: network, valueFrom: {configMapKeyRef: {name: shared, key: %s}}}]
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: web}
    spec: {stack: shop, type: terraform_data, config: {input: "${variable.network}"}}
    """
        .formatted(key);
  }

  private String word(String key) {
    return kubectl.get("configmap shared", ".data." + key);
  }

  private void awaitWord(String key, String word) {
    namespace.eventually(() -> assertThat(word(key)).isEqualTo(word));
  }

  private String events() {
    return kubectl.get("events", ".items[?(@.reason==\"OutputRestored\")].message");
  }

  /// What the Stack cannot save is no longer tried, and takes nothing else with it.
  @Test
  @Tag("R-LIM-10")
  void outputThatIsTooLarge_keepsItsValueAndHoldsNothingElse() {
    kubectl.apply(large("blue", 1));
    kubectl.awaitReady("large");

    kubectl.apply(large("l".repeat(20_000), 150));

    kubectl.awaitReason("stack large", "LimitExceeded");
    assertThat(kubectl.message("stack large"))
        .contains("output.big", "bytes", "655360", "It keeps its former value");
    kubectl.awaitReason("resource fine", "UpToDate");
    namespace.eventually(
        () -> assertThat(kubectl.get("stack large", ".status.outputs.small")).isEqualTo("150"));
    assertThat(kubectl.get("configmap large", ".data.big")).isEqualTo("[\"blue\"]");

    kubectl.apply(large("green", 2));
    kubectl.awaitReady("large");
    namespace.eventually(() ->
        assertThat(kubectl.get("configmap large", ".data.big")).isEqualTo("[\"green\",\"green\"]"));
  }

  /// A Stack with an output that repeats a text.
  private static String large(String text, int times) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: large}
    spec:
      settle: 0s
      approval: {mode: Automatic}
      variables: [{name: text, value: %1$s}]
      outputs:
        - {name: big, value: "${lists.range(%2$d).map(i, variable.text)}", to: {configMap: {name: large, key: big}}}
        - {name: small, value: "${terraform_data.fine.output}"}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: fine}
    spec: {stack: large, type: terraform_data, config: {input: %2$d}}
    """
        .formatted(text, times);
  }

  @Test
  void objectThatWasEditedOrDeleted_isAsItWasAgain() {
    var edited = "{\"data\":{\"network\":\"red\",\"more\":\"kept\"}}";
    namespace.kubectl("patch", "configmap", "shared", "--type=merge", "-p", edited).orThrow();

    awaitWord("network", "blue");
    assertThat(word("more")).isEqualTo("kept");
    namespace.eventually(() ->
        assertThat(events())
            .contains("ConfigMap 'shared'", "was changed or deleted by somebody else (kubectl"));

    var uids = uids();
    // Nobody waits to see them gone: they may be back before that.
    namespace.beginDelete("configmap shared");
    namespace.beginDelete("secret hidden");

    namespace.eventually(
        () -> assertThat(uids()).doesNotContain("").doesNotContainAnyElementsOf(uids));
    awaitWord("network", "blue");
    namespace.eventually(
        () -> assertThat(kubectl.get("secret hidden", ".data.network")).isEqualTo("Ymx1ZQ=="));
    kubectl.awaitReady("net");
  }

  private List<String> uids() {
    return List.of(
        kubectl.get("configmap shared", ".metadata.uid"),
        kubectl.get("secret hidden", ".metadata.uid"));
  }

  /// As Helm makes them, and as somebody does by hand.
  @Test
  void objectOfSomebodyElse_getsTheKeyAndNothingBesides() {
    namespace
        .applyAs(
            "admin",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: shared-by-helm, labels: {app.kubernetes.io/managed-by: Helm}}
            data: {own: chart}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: shared-by-hand}
            data: {own: chart}
            """)
        .orThrow();
    for (var name : List.of("helm", "hand"))
      kubectl.apply(
          writer(name, "mode", "fast").replace("name: shared", "name: shared-by-" + name));

    kubectl.awaitReady("helm");
    kubectl.awaitReady("hand");

    for (var name : List.of("helm", "hand"))
      assertThat(kubectl.get("configmap shared-by-" + name, ".data"))
          .contains("\"mode\":\"fast\"", "\"own\":\"chart\"");
    assertThat(kubectl.get("configmap shared-by-helm", ".metadata.labels")).contains("Helm");
    assertThat(kubectl.get("configmap shared-by-hand", ".metadata.labels")).isEmpty();
  }

  @Test
  void keyOfSomebodyElse_isLeftAloneAndToldAsAConflict() {
    namespace.kubectl("create", "configmap", "taken", "--from-literal=mode=slow").orThrow();
    kubectl.apply(writer("late", "mode", "fast").replace("name: shared", "name: taken"));

    kubectl.awaitReason("stack late", "OutputFailed");

    assertThat(kubectl.message("stack late"))
        .contains("The key 'mode' of ConfigMap 'taken'", "was set by 'kubectl-create'")
        .doesNotContain("Grant");
    assertThat(kubectl.get("configmap taken", ".data.mode")).isEqualTo("slow");
  }

  @Test
  void charactersThatYamlRefuses_areWritten() {
    kubectl.apply(writer("data", "control", "\"a\\x7Fb\""));

    kubectl.awaitReady("data");
    assertThat(word("control")).isEqualTo("a\u007fb");
  }

  @Test
  void twoStacks_writeDifferentKeysOfOneObjectAndTakeBackTheirOwn() {
    kubectl.apply(writer("data", "database", "big"));
    kubectl.awaitReady("data");
    assertThat(word("network")).isEqualTo("blue");
    assertThat(word("database")).isEqualTo("big");

    kubectl.apply(writer("thief", "network", "green"));
    kubectl.awaitReason("stack thief", "OutputFailed");
    assertThat(kubectl.message("stack thief"))
        .contains("The key 'network' of Secret 'hidden'", "written by Stack 'net' already");
    assertThat(word("network")).isEqualTo("blue");

    delete("net");

    // The key is free, so whoever waited for it gets it.
    awaitWord("network", "green");
    kubectl.awaitReady("thief");
    assertThat(word("database")).isEqualTo("big");
    delete("data");
    delete("thief");
    assertThat(kubectl.get("configmap shared", ".metadata.name")).isEmpty();
    assertThat(kubectl.get("secret hidden", ".metadata.name")).isEmpty();
  }

  private void delete(String stack) {
    namespace.beginDelete("stack " + stack);
    kubectl.approve(kubectl.awaitPlan(stack));
    namespace.eventually(
        () -> assertThat(kubectl.get("stack " + stack, ".metadata.name")).isEmpty());
  }

  @Test
  void outputThatGoesElsewhere_leavesNothingBehind() {
    kubectl.apply(writer("net", "renamed", "blue").replace("name: hidden", "name: secret"));

    awaitWord("renamed", "blue");
    namespace.eventually(() -> assertThat(word("network")).isEmpty());
    namespace.eventually(
        () -> assertThat(kubectl.get("secret hidden", ".metadata.name")).isEmpty());
    assertThat(kubectl.get("secret secret", ".data.renamed")).isEqualTo("Ymx1ZQ==");
  }

  /// Nothing is planned from a value that the writing Stack did not write.
  @Test
  void valueThatSomebodyExchanged_isNotUsedByWhoReadsIt() {
    kubectl.apply(reader("network"));
    kubectl.awaitReady("shop");
    kubectl.merge("stack net", "{\"spec\":{\"suspend\":true}}");
    namespace.eventually(() ->
        assertThat(kubectl.get("stack net", ".status.observedGeneration"))
            .isEqualTo(kubectl.get("stack net", ".metadata.generation")));

    kubectl.merge("configmap shared", "{\"data\":{\"network\":\"red\"}}");

    kubectl.awaitReason("stack shop", "WaitingForReferences");
    assertThat(kubectl.message("stack shop"))
        .contains("ConfigMap 'shared' with the key 'network' is not as Stack 'net' has written it");
    assertThat(new Records(namespace).state("terraform_data.web", "input")).contains("blue");

    kubectl.merge("stack net", "{\"spec\":{\"suspend\":false}}");

    awaitWord("network", "blue");
    kubectl.awaitReady("shop");
    assertThat(new Records(namespace).state("terraform_data.web", "input")).contains("blue");
  }

  @Test
  void keyThatIsMissing_isToldWithTheStackThatWritesIt() {
    kubectl.merge(
        "stack net",
        "{\"spec\":{\"suspend\":true,\"outputs\":[{\"name\":\"later\",\"value\":\"x\",\"to\":{\"configMap\":{\"name\":\"shared\",\"key\":\"later\"}}}]}}");
    kubectl.apply(reader("later"));

    kubectl.awaitReason("stack shop", "VariableMissing");
    assertThat(kubectl.message("stack shop"))
        .contains("has no key 'later'", "Stack 'net' writes it (output 'later')");
  }

  @Test
  void planOfTheCommandLine_namesTheStackThatWritesWhatIsMissing(@TempDir Path folder)
      throws IOException {
    kubectl.merge(
        "stack net",
        "{\"spec\":{\"suspend\":true,\"outputs\":[{\"name\":\"later\",\"value\":\"x\",\"to\":{\"configMap\":{\"name\":\"shared\",\"key\":\"later\"}}}]}}");
    var file = Files.writeString(folder.resolve("shop.yaml"), reader("later"));

    var planned = Program.runIn(namespace, "plan", "-f", file);

    assertThat(planned.exitCode()).isOne();
    assertThat(planned.errors())
        .contains("has no key 'later'", "Stack 'net' writes it (output 'later')");
  }
}
