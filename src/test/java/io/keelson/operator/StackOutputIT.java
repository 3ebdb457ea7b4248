package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Stacks that read the outputs of others, in their namespace and in another one, whose operator is
/// another process.
@ExtendWith(OnControlPlane.class)
final class StackOutputIT {
  private static final String CANARY = "canary-4c1d9e77";

  private TestNamespace namespace;
  private TestNamespace platform;
  private Kubectl kubectl;
  private Kubectl theirs;
  private OperatorUnderTest operator;
  private OperatorUnderTest other;

  @BeforeEach
  void start(TestNamespace own, ControlPlane controlPlane) {
    namespace = own;
    platform = controlPlane.newNamespace("platform");
    kubectl = new Kubectl(own);
    theirs = new Kubectl(platform);
    operator = OperatorUnderTest.in(own);
    other = OperatorUnderTest.in(platform);
  }

  @AfterEach
  void stop() {
    operator.close();
    other.close();
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

  private String allowed() {
    return ", allowedNamespaces: [%s]".formatted(namespace.name());
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
}
