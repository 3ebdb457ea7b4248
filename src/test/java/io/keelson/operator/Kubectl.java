package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// What a person does with Stacks on the command line.
public record Kubectl(TestNamespace namespace) {

  public void apply(String manifest) {
    namespace.apply(manifest);
  }

  /// Changes one object by a JSON merge patch.
  void merge(String object, String patch) {
    var words = object.split(" ", -1);
    namespace.kubectl("patch", words[0], words[1], "--type=merge", "-p", patch).orThrow();
  }

  /// One field, by JSON path; empty if it is not there.
  public String get(String object, String path) {
    var words = object.split(" ", -1);
    var result =
        words.length == 2
            ? namespace.kubectl("get", words[0], words[1], "-o", "jsonpath={" + path + "}")
            : namespace.kubectl("get", words[0], "-o", "jsonpath={" + path + "}");
    return result.exitCode() == 0 ? result.out().strip() : "";
  }

  public String reason(String object) {
    return get(object, ".status.conditions[?(@.type==\"Ready\")].reason");
  }

  String message(String object) {
    return get(object, ".status.conditions[?(@.type==\"Ready\")].message");
  }

  void awaitReason(String object, String reason) {
    namespace.eventually(() -> assertThat(reason(object)).isEqualTo(reason));
  }

  void awaitReady(String stack) {
    var ready =
        namespace.kubectl("wait", "stack/" + stack, "--for=condition=Ready", "--timeout=180s");
    assertThat(ready.exitCode()).as(() -> ready.err() + get("stack " + stack, ".status")).isZero();
  }

  /// The name of the plan that waits for a person, once it is a plan of all that is declared:
  /// objects that are applied together reach the operator one after the other.
  String awaitPlan(String stack) {
    var plan = new AtomicReference<>("");
    namespace.eventually(() -> {
      assertThat(undecided(stack)).isEmpty();
      var status =
          get(
                  "stack " + stack,
                  ".metadata.generation} {.status.observedGeneration} {.status.plan.name}"
                      + " {.status.conditions[?(@.type==\"Ready\")].reason")
              .split(" ", -1);
      assertThat(status).hasSize(4).endsWith("AwaitingApproval");
      assertThat(status[1]).as("the generation that was planned").isEqualTo(status[0]);
      plan.set(status[2]);
    });
    return plan.get();
  }

  /// Resources of the Stack of which nothing was said since they were changed.
  private List<String> undecided(String stack) {
    var each = "{range .items[?(@.spec.stack==\"%s\")]}".formatted(stack);
    var fields = "{.metadata.name} {.metadata.generation} {.status.observedGeneration}";
    return namespace
        .kubectl(
            "get", "resources.keelson.dev", "-o", "jsonpath=" + each + fields + "{\"\\n\"}{end}")
        .orThrow()
        .out()
        .lines()
        .filter(line -> !line.matches("(\\S+) (\\d+) \\2"))
        .toList();
  }

  /// Gives a plan time to get to the given phase.
  public void awaitPhase(String plan, String phase) {
    namespace
        .kubectl(
            "wait", "plan/" + plan, "--for=jsonpath={.status.phase}=" + phase, "--timeout=180s")
        .orThrow();
  }

  public void approve(String plan) {
    decide(plan, "Approve");
  }

  void reject(String plan) {
    decide(plan, "Reject");
  }

  private void decide(String plan, String decision) {
    apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: PlanApproval
        metadata: {name: %s-%s}
        spec: {stack: %s, digest: "%s", decision: %s, approver: admin}
        """
            .formatted(
                plan,
                decision.toLowerCase(java.util.Locale.ROOT),
                get("plan " + plan, ".spec.stack"),
                get("plan " + plan, ".spec.digest"),
                decision));
  }
}
