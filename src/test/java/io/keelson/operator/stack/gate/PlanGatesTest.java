package io.keelson.operator.stack.gate;

import static io.keelson.operator.stack.gate.StoppedTurns.assertStops;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.ContextOfTests;
import io.keelson.operator.stack.context.DeclaredSizes;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.declaration.DeclaredAddresses;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.output.StackOutputs;
import io.keelson.operator.status.ConditionReason;
import io.keelson.testing.HandClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The gates to a plan, which look at what is declared.
final class PlanGatesTest {
  private static final String REVISION = "keelson.dev/config-revision";

  private final HandClock clock = new HandClock();
  private final KubernetesClient nowhere =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder().withMasterUrl("https://localhost:1").build())
          .build();
  private final StackMemory memory = new StackMemory(new DeclaredSizes(1 << 20));
  private final Settling settling = new Settling();
  private final Stack stack = stack();

  private static Stack stack() {
    return Serialization.unmarshal(
        """
        metadata:
          {name: shop, namespace: team, uid: s, generation: 1, resourceVersion: "1",
           creationTimestamp: "2026-01-01T00:00:00Z"}
        spec:
          settle: 5s
          outputs: [{name: url, value: x}]
        """,
        Stack.class);
  }

  @AfterEach
  void close() {
    nowhere.close();
  }

  private Turn turn() {
    return Turn.of(stack, () -> Ending.NONE, clock.instant());
  }

  private Turn turn(Resource... members) {
    var outputs =
        new StackOutputs(
            nowhere,
            ContextOfTests.of(nowhere, clock).codec(),
            StackKey.of(stack),
            StackOutputs.Actor.OPERATOR);
    var declared = new StackMemory.Declared(List.of(members), List.of(), new TreeMap<>());
    return turn().with(new Turn.Declared(declared, UsedComponents.NONE, outputs), clock.instant());
  }

  private static Resource resource(String revision) {
    var resource = new Resource();
    resource.setMetadata(
        new ObjectMetaBuilder()
            .withName("web")
            .withNamespace("team")
            .withUid("w")
            .withGeneration(1L)
            .withResourceVersion("2")
            .withAnnotations(Map.of(REVISION, revision))
            .build());
    resource.setSpec(new ResourceSpec());
    resource.getSpec().stack = "shop";
    return resource;
  }

  @Test
  void stackForWhichThereIsNoRoom_stopsWithLimitExceeded() {
    var small = new StackMemory(new DeclaredSizes(1_000));
    stack.getSpec().locals = Map.of("text", TextNode.valueOf("x".repeat(2_000)));
    small.observe(new StackEvent.OfStack(stack, false));

    assertStops(
        new RoomInMemory(), turn(), ConditionReason.LimitExceeded, "for all of this namespace");
  }

  @Test
  void stackForWhichThereIsRoom_passes() {
    assertThat(new RoomInMemory().pass(turn())).isInstanceOf(Passage.On.class);
  }

  @Test
  void setThatIsNotQuiet_stopsWithMembersChangedAndPassesLater() {
    memory.observe(new StackEvent.OfStack(stack, false));
    memory.observe(new StackEvent.OfResource(resource("1"), false));
    var quiet =
        new Quiet(ContextOfTests.of(nowhere, clock), memory, settling, new ReadReferences());

    assertStops(quiet, turn(), ConditionReason.MembersChanged, "quiet for 5s");
    clock.pass(Duration.ofSeconds(5));
    var passed = quiet.pass(turn());

    assertThat(passed).isInstanceOf(Passage.On.class);
    assertThat(((Passage.On) passed).turn().declaration().members().resources()).hasSize(1);
  }

  @Test
  void memberOfAnotherRevision_stopsWithMembersChanged() {
    stack.getMetadata().setAnnotations(Map.of(REVISION, "2"));

    assertStops(
        new SameRevision(),
        turn(resource("1")),
        ConditionReason.MembersChanged,
        "these members are not: web");
    assertThat(new SameRevision().pass(turn(resource("2")))).isInstanceOf(Passage.On.class);
  }

  @Test
  void stackThatReadsItsOwnOutput_stopsWithInvalidConfiguration() {
    stack.getSpec().variables =
        Serialization.unmarshal(
                """
                spec: {variables: [{name: v, valueFrom: {stackOutput: {name: shop, output: url}}}]}
                """,
                Stack.class)
            .getSpec()
            .variables;

    assertStops(
        new NoCircle(new ReadReferences()),
        turn(resource("1")),
        ConditionReason.InvalidConfiguration,
        "in a circle: shop -> shop");
  }

  @Test
  void nameThatIsNotDeclared_stopsWithWaitingForReferencesForAWhile() {
    settling.waitUntil(Map.of("web", "1"), Duration.ofSeconds(5), clock.instant());
    var gate = new ReferencesThere(settling);

    assertStops(
        gate,
        turn().with(dangling()),
        ConditionReason.WaitingForReferences,
        "It is waited for until");
    clock.pass(Duration.ofMinutes(1));

    assertThat(gate.pass(turn().with(dangling()))).isInstanceOf(Passage.On.class);
  }

  private static Turn.Plannable dangling() {
    var missing =
        Diagnostic.error(Code.UNDECLARED, Subject.stack(), "Not declared", "There is no server.a.");
    var configured =
        new Configured(
            nothing(),
            List.of(missing),
            DeclaredAddresses.NONE,
            new TreeMap<>(),
            ComponentVersions.NONE);
    return new Turn.Plannable(configured, new TreeSet<>(), Optional.empty());
  }

  private static StackConfig nothing() {
    var declaration =
        new StackDeclaration(
            List.of(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    return new StackLoader(new CelExpressions(), new Providers(List.of())::schema)
        .load(declaration)
        .config();
  }
}
