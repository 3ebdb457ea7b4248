package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Stacks that read their outputs in a circle, in one namespace and over another one.
@ExtendWith(OnControlPlane.class)
final class StackOutputCircleIT {
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

  /// A Stack of one output, whose value is a variable that another Stack gives.
  private static String link(String name, String reference, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %1$s}
    spec:
      settle: 0s
      approval: {mode: Automatic}
      variables: [{name: next, %2$s}]
      outputs: [{name: word, value: "${variable.next}"%3$s}]
    """
        .formatted(name, reference, more);
  }

  private static String from(String stack) {
    return "valueFrom: {stackOutput: {name: %s, output: word}}".formatted(stack);
  }

  private void awaitCircle(String stack, String circle) {
    namespace.eventually(() -> {
      assertThat(kubectl.reason("stack " + stack)).isEqualTo("InvalidConfiguration");
      assertThat(kubectl.message("stack " + stack)).contains("in a circle: " + circle + ".");
    });
  }

  private void awaitOutput(String stack, String word) {
    namespace.eventually(
        () -> assertThat(kubectl.get("stack " + stack, ".status.outputs.word")).isEqualTo(word));
    kubectl.awaitReady(stack);
  }

  @Test
  void circleOfStacks_isToldToEachAndEndsWhereItIsBroken() {
    kubectl.apply(link("one", from("two"), ""));
    kubectl.apply(link("two", from("three"), ""));
    kubectl.apply(link("three", "value: blue", ""));
    awaitOutput("one", "blue");

    kubectl.apply(link("three", from("one"), ""));

    awaitCircle("one", "one -> two -> three -> one");
    awaitCircle("two", "two -> three -> one -> two");
    awaitCircle("three", "three -> one -> two -> three");
    assertThat(kubectl.get("stack one", ".status.outputs.word")).isEqualTo("blue");

    kubectl.apply(link("three", "value: red", ""));

    awaitOutput("three", "red");
    awaitOutput("two", "red");
    awaitOutput("one", "red");

    kubectl.apply(link("three", from("three"), ""));

    awaitCircle("three", "three -> three");
    awaitOutput("two", "red");
  }

  @Test
  void circleOverAnotherNamespace_namesOnlyWhatMayBeReadThere() {
    theirs.apply(link("two", from("three"), both.allowed()));
    theirs.apply(link("three", from("one, namespace: " + namespace.name()), ""));
    kubectl.apply(
        link(
            "one",
            from("two, namespace: " + platform.name()),
            ", allowedNamespaces: [%s]".formatted(platform.name())));

    awaitCircle(
        "one", "one -> %s/two -> a Stack of another namespace -> one".formatted(platform.name()));
    var circle = "in a circle: three -> %s/one -> two -> three.".formatted(namespace.name());
    platform.eventually(() -> assertThat(theirs.message("stack three")).contains(circle));

    // Without consent there is no way any more.
    theirs.apply(link("two", from("three"), ""));

    kubectl.awaitReason("stack one", "VariableMissing");
  }
}
