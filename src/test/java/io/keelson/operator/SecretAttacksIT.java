package io.keelson.operator;

import static io.keelson.operator.AliceFixture.CANARY;
import static io.keelson.operator.AliceFixture.STACK;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.secrecy.ShowsSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Alice edits Stacks, but may read no Secret. However she lets values out, stores them or lets
/// them decide, nothing that she may read tells her what is in one that her Stack may read.
@ExtendWith(OnControlPlane.class)
@Tag("R-SENS-11")
@Order(OnControlPlane.EARLY)
@ShowsSecret(in = "Stack/open", because = "in the end its Secret says that the name is none")
@ShowsSecret(in = "Plan/open-*", because = "in the end its Secret says that the name is none")
final class SecretAttacksIT {
  private static final String DATA =
      """
      kubernetes_object
        mode: Data
        config: {apiVersion: v1, kind: Secret, name: db}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path folder;

  private static AliceFixture alice;
  private static TestNamespace namespace;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(TestNamespace own) throws IOException {
    alice = new AliceFixture(own, folder);
    namespace = own;
    kubectl = alice.kubectl;
  }

  @AfterAll
  static void stop() {
    alice.close();
  }

  @Test
  void nonsensitiveOfWhatWasStoredInBetween_isRefused() throws Exception {
    alice.apply(
        alice.stack("stored", "")
            + alice.resource(
                "stored", "kept", "terraform_data\n  config: {input: \"${variable.password}\"}"));
    kubectl.awaitReady("stored");
    alice.apply(
        alice.stack(
                "stored",
                "outputs: [{name: leak, value: \"${nonsensitive(terraform_data.kept.output)}\"}]")
            + alice.resource(
                "stored",
                "kept",
                "terraform_data\n  config: {input: other}\n  lifecycle: {ignoreChanges: [input]}"));

    assertThat(alice.told("stack stored", "InvalidConfiguration"))
        .contains("it comes from a Secret, by way of");
    alice.knowsNothing();
  }

  @Test
  void nonsensitiveOfWhatADataSourceReads_isRefused() throws Exception {
    var password = "data.kubernetes_object.db.object.data.password";
    alice.apply(
        alice.stack("read", "outputs: [{name: leak, value: \"${nonsensitive(" + password + ")}\"}]")
            + alice.resource("read", "db", DATA));

    assertThat(alice.told("stack read", "InvalidConfiguration"))
        .contains("it comes from a Secret, by way of data.kubernetes_object.db");
    alice.knowsNothing();
  }

  /// The annotation lets out what it names, and nothing else; it takes the right to write Secrets.
  @Test
  void lettingAValueOut_takesTheRightToTheSecret() throws Exception {
    var open = STACK.replace("key: password", "key: user").replace("name: password", "name: user");
    alice.apply(
        open.replace("STACK", "open").replace("NS", namespace.name())
            + "  outputs: [{name: user, value: \"${variable.user}\"}]\n");
    assertThat(alice.told("stack open", "OutputFailed")).contains("sensitive");

    var annotate = new String[] {"annotate", "secret", "db", "keelson.dev/not-secret=user"};
    assertThat(namespace.kubectlAs("alice", annotate).exitCode()).isNotZero();
    alice.apply(
        alice.stack("letout", "")
            + alice.resource(
                "letout",
                "db",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: db, annotations: {keelson.dev/not-secret: password}}}}
                """));
    assertThat(alice.told("resource letout-db", "InvalidConfiguration"))
        .contains("keelson.dev/not-secret");

    namespace.kubectl(annotate).orThrow();
    kubectl.awaitReady("open");
    assertThat(kubectl.get("stack open", ".status.outputs.user")).isEqualTo("a-name-of-the-shop");
    alice.knowsNothing();
  }

  /// Declared was another value, in plain text; what is there now is nobody's to see.
  @Test
  void whatOthersPutIntoASecretOfTheStack_isNotShown() throws Exception {
    alice.apply(
        alice
                .stack("drift", "")
                .replace("interval: 1h", "interval: 1s")
                .replace("Automatic", "Manual")
            + alice.resource(
                "drift",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: drift}, stringData: {password: to-be-set}}}
                """));
    kubectl.approve(kubectl.awaitPlan("drift"));
    kubectl.awaitReady("drift");

    kubectl.merge("secret drift", "{\"stringData\": {\"password\": \"" + CANARY + "\"}}");

    var plan = kubectl.awaitPlan("drift");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("kubernetes_object.made has changed: manifest.stringData", "(sensitive value)");
    alice.knowsNothing();
  }

  @Test
  void secretAsAKey_hidesTheMap() throws Exception {
    alice.apply(
        alice.stack("keys", "")
            + alice.resource(
                "keys", "plain", "terraform_data\n  config: {input: \"${{variable.password: 1}}\"}")
            + alice.resource(
                "keys",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: keys}, stringData: "${{variable.password: 'x'}}"}}
                """)
            + alice.resource(
                "keys",
                "wrong",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: keys-wrong, labels: "${{variable.password + '/ /': 'x'}}"}}}
                """));

    alice.told("resource keys-wrong", "InvalidConfiguration");
    kubectl.awaitReason("resource keys-made", "UpToDate");
    alice.knowsNothing();
  }

  @Test
  void objectThatWouldBeCalledByASecret_isRefused() throws Exception {
    alice.apply(
        alice.stack("named", "")
            + alice.resource(
                "named",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: "${variable.password.lowerAscii()}"}}}
                """));

    assertThat(alice.told("resource named-made", "InvalidConfiguration"))
        .contains("named by a Secret");
    alice.knowsNothing();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count: \"${'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(variable.password.substring(0,"
            + " 1)) + 1}\"",
        "enabled: \"${variable.password.startsWith('w')}\"",
        "forEach: \"${toSet([variable.password])}\"",
        "forEach: \"${toSet(variable.password.split(''))}\"",
        "forEach: \"${{variable.password: 1}}\""
      })
  void secretDecidesNoInstances(String repetition) throws Exception {
    var name = "decides-" + Integer.toHexString(repetition.hashCode());
    alice.apply(
        alice.stack(name, "") + alice.resource(name, "r", "terraform_data\n  " + repetition));

    assertThat(alice.told("resource " + name + "-r", "InvalidConfiguration"))
        .contains("would be decided by a Secret, by way of variable.password");
    assertThat(kubectl.get("stack " + name, ".status.resources")).isIn("", "0/1");
    alice.knowsNothing();
  }

  @Test
  void outputs_goToNoConfigMap() throws Exception {
    var output =
        "outputs: [{name: leak, value: \"p=${variable.password}\", to: {configMap: {name: leak,"
            + " key: p}}%s}]";
    var declared =
        namespace.applyAs("alice", alice.stack("outputs", output.formatted(", sensitive: true")));
    assertThat(declared.err()).contains("a sensitive output cannot go to a ConfigMap");

    alice.apply(alice.stack("outputs", output.formatted("")));
    assertThat(alice.told("stack outputs", "OutputFailed")).contains("sensitive");
    assertThat(namespace.exists("configmap leak")).isFalse();
    alice.knowsNothing();
  }

  /// The variable is read in her name, and she may not read it.
  @Test
  void planOnTheCommandLine_isMadeWithTheRightsOfWhoRunsIt() throws Exception {
    var declared = Files.createDirectories(folder.resolve("plan"));
    Files.writeString(
        declared.resolve("shop.yaml"),
        alice.stack("cli", "")
            + alice.resource(
                "cli", "r", "terraform_data\n  config: {input: \"${variable.password}\"}"));
    var planned =
        Program.runOn(namespace.controlPlane(), "plan", "--context=alice", "-f", declared);

    assertThat(planned.errors()).contains("You have no right to get Secret");
    var canary = new Canary(CANARY, namespace);
    canary.isNotIn("what it prints", planned.out() + planned.errors());
    alice.knowsNothing();
  }
}
