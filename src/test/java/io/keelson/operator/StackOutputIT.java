package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Stacks that read the outputs of others, in their namespace and in another one, whose operator is
/// another process.
@ExtendWith(OnControlPlane.class)
final class StackOutputIT {
  private static final String CANARY = "canary-4c1d9e77";

  private TwoNamespaces both;
  private TestNamespace namespace;
  private TestNamespace platform;
  private Kubectl kubectl;
  private Kubectl theirs;

  @BeforeEach
  void start(TestNamespace own, ControlPlane controlPlane) {
    both = new TwoNamespaces(own, controlPlane);
    namespace = both.own;
    platform = both.platform;
    kubectl = both.kubectl;
    theirs = both.theirs;
  }

  @AfterEach
  void stop() {
    both.close();
  }

  /// A Stack with the outputs `vpc`, an object of which a part is the given word, and the sensitive
  /// `token`.
  ///
  /// @param more of each output, such as who may read it
  private static String network(String word, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: network}
    spec:
      settle: 0s
      removalGrace: 0s
      approval: {mode: Automatic}
      deletion: {approval: Automatic}
      outputs:
        - {name: vpc, value: {name: "${terraform_data.vpc.output}", size: 3}%2$s}
        - {name: token, value: "%3$s", sensitive: true%2$s}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: vpc}
    spec: {stack: network, type: terraform_data, config: {input: %1$s}}
    """
        .formatted(word, more, CANARY);
  }

  private static String reader(String reference) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: shop}
    spec:
      settle: 0s
      removalGrace: 0s
      approval: {mode: Automatic}
      variables: [{name: net, valueFrom: {stackOutput: %s}}]
      outputs: [{name: size, value: "${variable.net.size + 1}"}]
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: web}
    spec: {stack: shop, type: terraform_data, config: {input: "${variable.net.name}"}}
    """
        .formatted(reference);
  }

  private String foreign(String output) {
    return "{name: network, namespace: %s, output: %s}".formatted(platform.name(), output);
  }

  private void awaitWord(String word) {
    namespace.eventually(() ->
        assertThat(new Records(namespace).state("terraform_data.web", "input")).contains(word));
  }

  @Test
  void outputOfTheSameNamespace_isReadWithItsType() {
    kubectl.apply(network("blue", "") + "---\n" + reader("{name: network, output: vpc}"));

    kubectl.awaitReady("shop");
    awaitWord("blue");
    namespace.eventually(
        () -> assertThat(kubectl.get("stack shop", ".status.outputs.size")).isEqualTo("4"));

    kubectl.apply(network("red", ""));

    awaitWord("red");
    kubectl.awaitReady("shop");
  }

  /// What is told of the Stack, without the name that it was asked for.
  private String told(String name) {
    var message =
        kubectl.message("stack shop")
            + kubectl.get("stack shop", ".status.diagnostics")
            + kubectl.get("resource web", ".status.conditions[*]['type','reason','message']");
    return message.contains("'" + name + "'") ? message.replace(name, "NAME") : "";
  }

  @Test
  void outputOfAnotherNamespace_isReadWhereItAllowsThat() {
    theirs.apply(network("blue", ""));
    theirs.awaitReady("network");
    // Whether there is one that may not be read is told to nobody.
    var absent = foreign("vpc").replace("name: network", "name: nowhere");
    kubectl.apply(reader(absent));
    kubectl.awaitReason("stack shop", "VariableMissing");
    kubectl.awaitReason("resource web", "DependencyNotReady");
    namespace.eventually(() -> assertThat(told("nowhere")).contains("may read"));
    var refused = told("nowhere");

    kubectl.apply(reader(foreign("vpc")));

    namespace.eventually(() ->
        assertThat(told("network"))
            .isEqualTo(refused)
            .contains("allowedNamespaces of the output does not name this namespace"));

    theirs.apply(network("blue", both.allowed()));

    kubectl.awaitReady("shop");
    awaitWord("blue");

    theirs.apply(network("red", both.allowed()));

    awaitWord("red");
    kubectl.awaitReady("shop");

    theirs.apply(network("green", ""));

    kubectl.awaitReason("stack shop", "VariableMissing");
    namespace.eventually(() -> assertThat(told("network")).isEqualTo(refused));
    awaitWord("red");
  }

  private static String publisher(String reference) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: shop}
    spec:
      settle: 0s
      approval: {mode: Automatic}
      variables: [{name: token, valueFrom: {stackOutput: %s}}]
      outputs:
        - {name: token, value: "${variable.token}", sensitive: true, to: {secret: {name: passed, key: token}}}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: web}
    spec: {stack: shop, type: terraform_data, config: {input: "${variable.token}"}}
    """
        .formatted(reference);
  }

  @Test
  void sensitiveOutput_isReadOnlyWithConsentAndNeverShown() {
    kubectl.apply(Rights.to("get, create, patch, delete", "secrets"));
    kubectl.apply(network("blue", ""));
    kubectl.awaitReady("network");
    kubectl.apply(publisher("{name: network, output: token}"));

    kubectl.awaitReason("stack shop", "VariableMissing");
    assertThat(kubectl.message("stack shop"))
        .contains(
            "Output 'token' of Stack 'network' is sensitive",
            "Add '%s' to allowedNamespaces".formatted(namespace.name()));

    kubectl.apply(network("blue", both.allowed()));

    kubectl.awaitReady("shop");
    var encoded = Base64.getEncoder().encodeToString(CANARY.getBytes(StandardCharsets.UTF_8));
    namespace.eventually(
        () -> assertThat(kubectl.get("secret passed", ".data.token")).isEqualTo(encoded));
    assertThat(namespace.everything())
        .filteredOn(each -> !each.path("kind").asText().equals("Secret"))
        .filteredOn(each -> !each.at("/metadata/name").asText().equals("network"))
        .noneMatch(each -> each.toString().contains(CANARY));

    // What came from there as a secret cannot be declared to be none here.
    kubectl.merge(
        "stack shop",
        "{\"spec\":{\"outputs\":[{\"name\":\"token\",\"value\":\"${nonsensitive(variable.token)}\"}]}}");

    namespace.await(
        "stack shop", "a refusal", found -> found.toString().contains("comes from a Secret"));
    assertThat(namespace.get("stack shop").toString()).doesNotContain(CANARY);
  }

  @Test
  void readerWaits_untilTheOtherStackHasAValueAndSaysWhy() {
    kubectl.apply(reader("{name: network, output: vpc}"));
    kubectl.awaitReason("stack shop", "VariableMissing");
    assertThat(kubectl.message("stack shop"))
        .contains("Stack 'network' does not exist in namespace '%s'".formatted(namespace.name()));

    kubectl.apply(
        network("blue", "").replace("approval: {mode: Automatic}", "approval: {mode: Manual}"));
    var plan = kubectl.awaitPlan("network");

    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains(
                "Stack 'network' has no value for its output 'vpc' yet: it says AwaitingApproval"));

    kubectl.approve(plan);

    kubectl.awaitReady("shop");
    awaitWord("blue");

    kubectl.apply(reader("{name: network, output: vcp}"));

    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("Stack 'network' declares no output 'vcp'. Did you mean 'vpc'?"));
    awaitWord("blue");
  }

  @Test
  void stackThatIsDeleted_takesNothingOfItsReadersAlong() {
    kubectl.apply(network("blue", "") + "---\n" + reader("{name: network, output: vpc}"));
    kubectl.awaitReady("shop");
    awaitWord("blue");
    var uid = kubectl.get("resourceinstances", ".items[?(@.spec.stack==\"shop\")].metadata.uid");

    namespace.delete("stack network");

    kubectl.awaitReason("stack shop", "VariableMissing");
    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("Stack 'network' does not exist in namespace"));
    awaitWord("blue");
    assertThat(kubectl.get("stack shop", ".status.outputs.size")).isEqualTo("4");
    assertThat(kubectl.get("resourceinstances", ".items[?(@.spec.stack==\"shop\")].metadata.uid"))
        .isEqualTo(uid);

    kubectl.apply(network("red", ""));

    kubectl.awaitReady("shop");
    awaitWord("red");
  }

  /// Whoever may create Secrets could otherwise tell all readers what to read.
  @Test
  void secretThatSomebodyElseMade_givesNoOutput() {
    var plain = Base64.getEncoder().encodeToString("\"forged\"".getBytes(StandardCharsets.UTF_8));
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: keelson-network, labels: {keelson.dev/stack: network}}
        type: keelson.dev/state
        stringData:
          key: "key-of-nobody-with-32-characters"
          outputs: '{"vpc":{"sensitive":false,"json":"%s"}}'
        """
            .formatted(plain));
    kubectl.apply(network("blue", "") + "---\n" + reader("{name: network, output: vpc}"));

    kubectl.awaitReason("stack network", "SealingKeyForeign");
    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("What Stack 'network' has saved cannot be used now (SealingKeyForeign)"));
    assertThat(namespace.list("resourceinstances").at("/items")).isEmpty();

    namespace.delete("secret keelson-network");

    kubectl.awaitReady("shop");
    awaitWord("blue");
  }

  @Test
  void commandLine_readsOutputsWithTheRightsOfWhoAsks(@TempDir Path folder) throws IOException {
    theirs.apply(network("blue", both.allowed()));
    theirs.awaitReady("network");
    var file = Files.writeString(folder.resolve("shop.yaml"), reader(foreign("vpc")));

    var planned = Program.runIn(namespace, "plan", "-f", file);

    assertThat(planned.exitCode()).isEqualTo(2);
    assertThat(planned.out()).contains("blue");

    Files.writeString(file, reader(foreign("none")));
    var refused = Program.runIn(namespace, "plan", "-f", file);

    assertThat(refused.exitCode()).isOne();
    assertThat(refused.errors()).contains("There is no output 'none' of a Stack 'network'");
    assertThat(Program.runIn(namespace, "check", "-f", file).exitCode()).isZero();
  }
}
