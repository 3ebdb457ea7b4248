package io.keelson.operator.stack;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.stack.context.ContextOfTests;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.gate.Ending;
import io.keelson.operator.stack.gate.Gate;
import io.keelson.operator.stack.gate.Passage;
import io.keelson.operator.stack.gate.ReadReferences;
import io.keelson.operator.stack.gate.StackRelease;
import io.keelson.operator.stack.gate.Turn;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.testing.HandClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A turn passes the gates of a Stack one after the other, in a cluster that holds what each test
/// says, and one of them stops it.
@EnableKubernetesMockClient(crud = true, https = false)
@SuppressWarnings("NullAway.Init")
final class StackGatesTest {
  private static final StackKey SHOP = new StackKey("team", "shop");

  private KubernetesClient client;
  private final HandClock clock = new HandClock();
  private OperatorContext context;
  private StackMemory memory;
  private List<Gate> gates;

  @BeforeEach
  void made() {
    context = ContextOfTests.of(client, clock);
    memory = new StackMemory(context.sizes());
    var its =
        new StackParts(SHOP, context, memory, new InstanceMemory(() -> {}), () -> false, () -> {});
    gates =
        StackTurn.gates(
            its, new ReadReferences(), new StackRelease(its.reviews, its.takeover, clock));
  }

  private Stack stack(String spec) {
    return put(
        Stack.class,
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: shop, namespace: team, generation: 1}
        spec: {settle: 0s, removalGrace: 2m, interval: 1h, deletes: Graph, onFailure: Continue, %s
          approval: {mode: Automatic}, driftPolicy: {mode: Report},
          deletion: {policy: Destroy, approval: Required}}
        """
            .formatted(spec));
  }

  private <T extends HasMetadata> T put(Class<T> kind, String yaml) {
    return client.resource(Serialization.unmarshal(yaml, kind)).create();
  }

  private void member(String type) {
    var made =
        put(
            Resource.class,
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: web, namespace: team, generation: 1, labels: {keelson.dev/stack: shop}}
            spec: {stack: shop, type: %s}
            """
                .formatted(type));
    memory.observe(new StackEvent.OfResource(made, false));
  }

  /// The record of an instance whose Resource is not there.
  private void record() {
    put(
        ResourceInstance.class,
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ResourceInstance
        metadata: {name: shop-a, namespace: team, labels: {keelson.dev/stack: shop}}
        spec: {stack: shop, address: terraform_data.a, type: terraform_data}
        status: {serial: 1}
        """);
  }

  private void served(String name) {
    put(
        CustomResourceDefinition.class,
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %s}
        spec: {group: keelson.dev, names: {kind: Any, plural: any}, scope: Namespaced, versions: []}
        status: {conditions: [{type: Established, status: "True"}]}
        """
            .formatted(name));
  }

  /// How a turn came through the gates.
  private sealed interface Outcome {
    record Passed(Turn turn) implements Outcome {}

    record Stopped(Gate gate, Passage.Stop at) implements Outcome {}
  }

  private Outcome turn(Stack stack) {
    memory.observe(new StackEvent.OfStack(stack, false));
    var turn = Turn.of(stack, () -> Ending.NONE, clock.instant());
    for (Gate gate : gates) {
      if (!gate.concerns(turn)) continue;
      switch (gate.pass(turn)) {
        case Passage.On(var next) -> turn = next;
        case Passage.Stop stop -> {
          return new Outcome.Stopped(gate, stop);
        }
      }
    }
    return new Outcome.Passed(turn);
  }

  /// A turn of the Stack stops at the gate of this name, for a reason that this gate may set.
  private void assertStopsAt(String gate, Stack stack, ConditionReason reason, String message) {
    assertThat(turn(stack))
        .isInstanceOfSatisfying(
            Outcome.Stopped.class,
            stopped -> {
              var report = stopped.at().result().report();
              assertThat(stopped.gate().getClass().getSimpleName()).isEqualTo(gate);
              assertThat(report.message()).contains(message);
              assertThat(report.reason()).isEqualTo(reason).isIn(stopped.gate().reasons());
            });
  }

  private void assertPasses(Stack stack) {
    assertThat(turn(stack)).isInstanceOf(Outcome.Passed.class);
  }

  @Test
  void stackThatNothingStops_passesAllGates() {
    member("terraform_data");

    assertPasses(stack(""));
  }

  @Test
  void runThatWasDeletedWhileItWasCarriedOut_stopsTheTurnToPlanAgain() {
    var stack = stack("");
    stack.setStatus(
        Serialization.unmarshal(
                """
                status: {plan: {name: shop-1, phase: Applying, run: {name: restart, uid: gone}}}
                """,
                Stack.class)
            .getStatus());
    stack = client.resource(stack).updateStatus();

    assertStopsAt(
        "RunChosen",
        stack,
        ConditionReason.Planning,
        "The Run that was carried out has been deleted");

    var left = client.resource(stack).get();
    assertThat(left.getStatus().plan).isNull();
    assertThat(requireNonNull(left.getStatus().lastApplied).phase).isEqualTo(PlanPhase.Failed);
    assertPasses(left);
  }

  @Test
  void providerThatIsNotInstalledYet_isWaitedFor() {
    member("cloud_server");

    assertStopsAt(
        "ProvidersInstalled",
        stack(""),
        ConditionReason.Installing,
        "is being installed. Nothing is planned before that has ended");
  }

  @Test
  void objectThatIsNotAsItsStackHasWrittenIt_isNotRead() {
    var map =
        client
            .resource(
                new ConfigMapBuilder()
                    .withNewMetadata()
                    .withNamespace("team")
                    .withName("settings")
                    .endMetadata()
                    .withData(Map.of("url", "changed by somebody"))
                    .build())
            .create();
    var writer =
        put(
            Stack.class,
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Stack
            metadata: {name: network, namespace: team}
            spec: {}
            status: {published: [{kind: ConfigMap, name: settings, keys: [url], version: "another"}]}
            """);
    var stack =
        stack(
            "variables: [{name: url, valueFrom: {configMapKeyRef: {name: settings, key: url}}}],");

    assertStopsAt(
        "VariablesSettled",
        stack,
        ConditionReason.WaitingForReferences,
        "is not as Stack 'network' has written it");

    requireNonNull(writer.getStatus().published).getFirst().version =
        map.getMetadata().getResourceVersion();
    client.resource(writer).updateStatus();
    assertPasses(stack);
  }

  @Test
  void resourceThatHasVanished_isLeftAloneUntilTheGraceIsOver() {
    record();
    var stack = stack("");
    var vanished = ResourceAddress.parse("terraform_data.a");

    assertThat(turn(stack))
        .isInstanceOfSatisfying(
            Outcome.Passed.class,
            passed -> assertThat(passed.turn().complete().vanished()).containsExactly(vanished));

    clock.pass(Duration.ofMinutes(2));
    assertStopsAt(
        "RemovalGraceOver",
        stack,
        ConditionReason.RemovalGrace,
        "The kinds Resource and Component are not both served completely");

    served("resources.keelson.dev");
    served("components.keelson.dev");
    assertThat(turn(stack))
        .isInstanceOfSatisfying(
            Outcome.Passed.class,
            passed -> assertThat(passed.turn().complete().vanished()).isEmpty());
  }

  @Test
  void setThatIsAnotherWhenItIsReadAgain_isTakenDownAnew() {
    record();
    served("resources.keelson.dev");
    served("components.keelson.dev");
    var stack = stack("");
    member("terraform_data");
    client.resources(Resource.class).inNamespace("team").withName("web").delete();
    assertPasses(stack);

    clock.pass(Duration.ofMinutes(2));

    assertStopsAt(
        "RemovalGraceOver", stack, ConditionReason.MembersChanged, "The declared set has changed");
    assertPasses(stack);
  }
}
