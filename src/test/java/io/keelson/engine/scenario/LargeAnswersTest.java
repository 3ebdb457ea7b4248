package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Data sources that give more than a plan has room for.
@Tag("R-LIM-6")
final class LargeAnswersTest {
  private static final int LARGE = 40_000;
  private static final Limits LIMITS = Limits.DEFAULT.making(100_000);
  private static final FakeType IMAGE =
      new FakeType(
          "image",
          Schema.of(
              0,
              new TreeMap<>(
                  Map.of(
                      "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                      "name", Attribute.of(Types.STRING, Presence.OPTIONAL)))),
          new TreeSet<>(),
          new TreeSet<>(),
          CreateRecovery.FINDABLE);

  private final JsonStateCodec codec = new JsonStateCodec();
  private final FakeWorld world = new FakeWorld();
  private final Providers providers =
      new Providers(
          List.of(
              new FakeProvider(
                  world, new TreeMap<>(Map.of("image", IMAGE)), codec, Map.of(), _ -> {})));
  private final PlanMemo memo = new PlanMemo();

  private void is(String id, int characters) {
    world.put(
        new FakeWorld.Thing(
            InstanceAddress.parse("image." + id),
            id,
            Value.object(Map.of("id", Value.text(id), "name", Value.text("x".repeat(characters)))),
            ""));
  }

  @Test
  void answersThatGoBeyondTogether_areNotUsedAndTheOthersAre() {
    for (var id : List.of("i-1", "i-2", "i-3")) is(id, LARGE);
    var snapshot = snapshot(data("a", "i-1"), data("b", "i-2"), data("c", "i-3"));

    for (var refresh : List.of(PlanOptions.Refresh.ALL, PlanOptions.Refresh.AFFECTED)) {
      var outcome = plan(snapshot, refresh);

      assertThat(outcome.diagnostics()).singleElement().satisfies(LargeAnswersTest::saysWhatToDo);
      assertThat(outcome.plan().data().keySet()).hasToString("[data.image.a, data.image.b]");
    }
  }

  @Test
  void answerThatGoesBeyondWhileThePlanIsCarriedOut_failsItsStep() {
    is("i-1", 4 * LARGE);
    var snapshot =
        snapshot(
            new ResourceDeclaration(
                InstanceAddress.parse("image.made").resource(),
                Value.object(Map.of("name", Value.text("small"))),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                LifecycleDeclaration.PLAIN),
            data("c", "${image.made.id == '' ? '' : 'i-1'}"));
    var plan = plan(snapshot, PlanOptions.Refresh.ALL).plan();

    var outcome =
        new Applier(providers, codec, () -> "op")
            .apply(
                plan,
                snapshot,
                new MemoryStore(StackState.EMPTY),
                new ApplyOptions(
                    2,
                    new StopSignal(),
                    LIMITS,
                    Laboratory.KEY.secret(),
                    ApplyOptions.OnFailure.CONTINUE,
                    ApplyProgress.NONE));

    assertThat(outcome.diagnostics()).singleElement().satisfies(LargeAnswersTest::saysWhatToDo);
    assertThat(outcome.state().instances()).hasSize(1);
  }

  private static void saysWhatToDo(Diagnostic problem) {
    assertThat(problem.code()).isEqualTo(Code.VALUES_TOO_LARGE);
    assertThat(problem.subject()).hasToString("data.image.c");
    assertThat(problem.detail())
        .startsWith("What it gives would go beyond: ")
        .contains("may have 100000 characters together", "is not used", "split the Stack");
  }

  private PlanOutcome plan(Snapshot snapshot, PlanOptions.Refresh refresh) {
    var options =
        PlanOptionsBuilder.from(
                PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, refresh, 1, Laboratory.KEY))
            .within(LIMITS)
            .build();
    return new Planner(providers, codec).plan(snapshot, options, memo);
  }

  private Snapshot snapshot(ResourceDeclaration... resources) {
    var declaration =
        new StackDeclaration(
            List.of(resources), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    return new Snapshot(loaded.config(), StackState.EMPTY);
  }

  private static ResourceDeclaration data(String name, String id) {
    return new ResourceDeclaration(
        InstanceAddress.parse("data.image." + name).resource(),
        Value.object(Map.of("id", Value.text(id))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }
}
