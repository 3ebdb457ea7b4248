package io.keelson.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.testing.JsonPaths;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/// What a person does with Stacks on the command line, in kubectl's words but without its
/// processes.
public record Kubectl(TestNamespace namespace) {
  private static final String READY = ".status.conditions[?(@.type==\"Ready\")]";

  public void apply(String manifest) {
    namespace.apply(manifest);
  }

  /// Changes one object by a JSON merge patch.
  void merge(String object, String patch) {
    namespace.merge(object, patch);
  }

  /// What a JSON path leads to, in an object or in all objects of a kind (under `items`); empty if
  /// it is not there.
  public String get(String object, String path) {
    boolean one = object.contains(" ") || object.contains("/");
    return JsonPaths.text(one ? namespace.get(object) : namespace.list(object), path).strip();
  }

  /// Whoever has set a field of an object.
  ///
  /// @param field such as `/f:spec/f:replicas`
  List<String> managers(String object, String field) {
    var found =
        namespace
            .kubectl("get", object.replace(' ', '/'), "-o", "json", "--show-managed-fields")
            .orThrow()
            .out();
    try {
      var entries = new ObjectMapper().readTree(found).at("/metadata/managedFields");
      if (entries.isEmpty()) throw new AssertionError("nobody has set anything of " + object);
      return StreamSupport.stream(entries.spliterator(), false)
          .filter(entry -> !entry.at("/fieldsV1" + field).isMissingNode())
          .map(entry -> entry.path("manager").asText())
          .toList();
    } catch (JsonProcessingException e) {
      throw new AssertionError(found, e);
    }
  }

  public String reason(String object) {
    return get(object, READY + ".reason");
  }

  String message(String object) {
    return get(object, READY + ".message");
  }

  void awaitReason(String object, String reason) {
    namespace.await(object, "Ready with reason " + reason, found -> reason(found).equals(reason));
  }

  private static String reason(JsonNode object) {
    return JsonPaths.text(object, READY + ".reason");
  }

  void awaitReady(String stack) {
    namespace.awaitCondition("stack " + stack, "Ready");
  }

  /// Waits until every Resource of the namespace is up to date with what is declared now.
  void awaitUpToDate() {
    namespace.awaitAll(
        "resources.keelson.dev",
        "UpToDate",
        all -> all.stream().allMatch(each -> isObserved(each) && reason(each).equals("UpToDate")));
  }

  /// Waits until what the namespace's Components declare is there: objects that are applied
  /// together reach the operator one after the other, and a Stack without members is ready, too.
  void awaitUsed(String stack) {
    namespace.awaitAll(
        "components.keelson.dev",
        "UpToDate",
        all -> all.stream().allMatch(each -> isObserved(each) && reason(each).equals("UpToDate")));
    awaitReady(stack);
  }

  /// The name of the plan that waits for a person, once it is a plan of all that is declared:
  /// objects that are applied together reach the operator one after the other.
  String awaitPlan(String stack) {
    namespace.awaitAll(
        "resources.keelson.dev",
        "the operator's word on each of " + stack + " as it is declared",
        all ->
            all.stream()
                .filter(each -> each.at("/spec/stack").asText().equals(stack))
                .allMatch(Kubectl::isObserved));
    return namespace
        .await(
            "stack " + stack,
            "a plan of it as it is declared that awaits approval",
            found -> isObserved(found) && reason(found).equals("AwaitingApproval"))
        .at("/status/plan/name")
        .asText();
  }

  /// Whether the operator has said something of the object as it is declared now.
  private static boolean isObserved(JsonNode object) {
    var declared = object.at("/metadata/generation").asText();
    return object.at("/status/observedGeneration").asText().equals(declared);
  }

  /// Gives a plan time to get to the given phase.
  public void awaitPhase(String plan, String phase) {
    namespace.await(
        "plan " + plan,
        "phase " + phase,
        found -> found.at("/status/phase").asText().equals(phase));
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
                decision.toLowerCase(Locale.ROOT),
                get("plan " + plan, ".spec.stack"),
                get("plan " + plan, ".spec.digest"),
                decision));
  }
}
