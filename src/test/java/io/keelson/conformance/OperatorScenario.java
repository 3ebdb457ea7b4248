package io.keelson.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.Kubectl;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.TestNamespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Plays one scenario on a Stack of its own: objects are applied with kubectl, every plan that the
/// scenario applies is approved, and the records are compared with the state that the scenario
/// expects.
final class OperatorScenario {
  /// What ends by itself.
  private static final Set<String> PASSING =
      Set.of("MembersChanged", "RemovalGrace", "Planning", "Applying");

  private final TestNamespace namespace;
  private final Kubectl kubectl;
  private final String stack;
  private final JsonStateCodec codec = new JsonStateCodec();
  private final ScenarioProvider.Turn turn = new ScenarioProvider.Turn();
  private List<String> resources = List.of();

  OperatorScenario(TestNamespace namespace, String stack) {
    this.namespace = namespace;
    this.kubectl = new Kubectl(namespace);
    this.stack = stack;
  }

  Provider watched(Provider real) {
    return new ScenarioProvider(real, turn);
  }

  /// @throws AssertionError if a step does not end in the expected state
  void play(JsonNode scenario) {
    for (JsonNode step : scenario.get("steps")) {
      turn.next();
      playStep(step);
    }
  }

  private void playStep(JsonNode step) {
    operate(step.path("surgery"));
    var before = state();
    turn.fail(
        new InjectedFailures(
            step.path("failures"), address -> ScenarioRun.currentId(codec, before, address)));
    declare(ScenarioStep.declaration(step));
    var planned = awaitQuiet();
    boolean applies = !step.path("expect").path("result").textValue().equals("plan_error");
    if (step.has("plan")) request(step.get("plan"), applies);
    else if (applies && reason(planned).equals("AwaitingApproval")) carryOut(planned);
    namespace.eventually(() -> assertThat(differences(step)).isEmpty());
  }

  private void operate(JsonNode surgery) {
    for (JsonNode operation : surgery) {
      var tainted =
          switch (operation.get("op").textValue()) {
            case "taint" -> "true";
            case "untaint" -> "null";
            default -> throw new IllegalArgumentException("not with kubectl: " + operation);
          };
      var record = record(ScenarioStep.TYPE + "." + operation.get("addr").textValue());
      // A new serial, because that is how the operator knows that a record is not its own any more.
      namespace.mergeStatus(
          "resourceinstance " + record.getMetadata().getName(),
          "{\"status\": {\"tainted\": %s, \"serial\": %d}}"
              .formatted(tainted, Objects.requireNonNull(record.getStatus().serial) + 1));
    }
  }

  private List<Difference> differences(JsonNode step) {
    var differences = new Differences(turn.step());
    new StateCheck(turn.symbols(), codec, differences)
        .compare(step.get("expect").path("state"), state());
    return differences.all();
  }

  private StackState state() {
    return RecordedState.of(records());
  }

  private List<ResourceInstance> records() {
    return namespace
        .client()
        .resources(ResourceInstance.class)
        .inNamespace(namespace.name())
        .withLabel("keelson.dev/stack", stack)
        .list()
        .getItems();
  }

  private ResourceInstance record(String address) {
    return records().stream()
        .filter(each -> each.getSpec().address.equals(address))
        .findFirst()
        .orElseThrow();
  }

  /// Applies what a step declares, and takes away what it declares no more. The Stack comes last:
  /// before it has the revision of its Resources nothing is planned.
  private void declare(StackDeclaration declaration) {
    var manifests = new ScenarioManifests(stack, turn.step());
    var declared = manifests.resources(declaration);
    if (!declared.isEmpty()) {
      var list = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "List");
      list.putArray("items").addAll(declared.values());
      kubectl.apply(list.toString());
    }
    var gone = new ArrayList<>(resources);
    gone.removeAll(declared.keySet());
    for (String name : gone) namespace.delete("resources.keelson.dev " + name);
    resources = new ArrayList<>(declared.keySet());
    kubectl.apply(manifests.stack(declaration).toString());
  }

  private Stack awaitQuiet() {
    namespace.eventually(() -> {
      var now = now();
      assertThat(isQuiet(now))
          .as("%s is quiet: %s", stack, Serialization.asJson(now.getStatus().conditions))
          .isTrue();
    });
    return now();
  }

  private Stack now() {
    return namespace
        .client()
        .resources(Stack.class)
        .inNamespace(namespace.name())
        .withName(stack)
        .require();
  }

  /// Whether nothing goes on before a person does something.
  private static boolean isQuiet(Stack now) {
    var status = now.getStatus();
    if (status == null || status.observedGeneration == null) return false;
    if (status.observedGeneration.longValue() != now.getMetadata().getGeneration()) return false;
    return !reason(now).isEmpty() && !PASSING.contains(reason(now));
  }

  private static String reason(Stack now) {
    var conditions = now.getStatus().conditions;
    if (conditions == null) return "";
    return conditions.stream()
        .filter(each -> each.getType().equals("Ready"))
        .map(Condition::getReason)
        .findFirst()
        .orElse("");
  }

  private void carryOut(Stack planned) {
    var plan = Objects.requireNonNull(Objects.requireNonNull(planned.getStatus().plan).name);
    kubectl.approve(plan);
    namespace.eventually(() ->
        assertThat(kubectl.get("plan " + plan, ".status.phase"))
            .isNotIn("AwaitingApproval", "Approved"));
    awaitQuiet();
  }

  /// Asks for what only a Run can ask for.
  private void request(JsonNode plan, boolean applies) {
    var run = stack + "-s" + turn.step();
    kubectl.apply(ScenarioManifests.run(stack, run, plan).toString());
    namespace.eventually(() -> assertThat(phase(run)).isNotIn("", "Waiting"));
    if (applies && phase(run).equals("AwaitingApproval")) {
      kubectl.approve(kubectl.get("run " + run, ".status.plan.name"));
      namespace.eventually(() -> assertThat(phase(run)).isIn("Succeeded", "Failed"));
    }
    awaitQuiet();
    if (namespace.exists("run " + run)) namespace.delete("run " + run);
  }

  private String phase(String run) {
    return kubectl.get("run " + run, ".status.phase");
  }
}
