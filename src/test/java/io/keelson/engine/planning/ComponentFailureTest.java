package io.keelson.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What cannot be planned in one instance of a component holds up nothing in the others.
@Tag("R-CMP-12")
@Tag("DEV-18")
final class ComponentFailureTest {
  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));
  private final List<ResourceDeclaration> outside = new ArrayList<>();

  /// `a` wants its input to be good; `b` needs `a`, and `c` needs `b`.
  private static ComponentDeclaration chain() {
    var rule =
        new StackDeclaration.CheckRule(
            Value.text("${variable.x == 'good'}"), Value.text("It is bad."));
    var lifecycle =
        new LifecycleDeclaration(
            false,
            false,
            false,
            true,
            LifecycleDeclaration.PLAIN.onPartialCreate(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            LifecycleDeclaration.PLAIN.timeouts(),
            List.of(rule),
            List.of());
    var output = Value.text("${terraform_data.c.id}");
    return new ComponentDeclaration(
        List.of(
            new VariableDeclaration(
                "x",
                Optional.of("string"),
                Optional.empty(),
                Optional.empty(),
                true,
                false,
                false,
                List.of())),
        new TreeMap<>(),
        List.of(
            resource("a", "${variable.x}", lifecycle),
            resource("b", "${terraform_data.a.id}", LifecycleDeclaration.PLAIN),
            resource("c", "${terraform_data.b.id}", LifecycleDeclaration.PLAIN)),
        List.of(),
        new TreeMap<>(Map.of("id", ShortDeclarations.output(output, false))),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private static ResourceDeclaration resource(
      String name, String input, LifecycleDeclaration lifecycle) {
    return new ResourceDeclaration(
        ResourceAddress.managed("terraform_data", name),
        Value.object(Map.of("input", Value.text(input))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        lifecycle);
  }

  private PlanOutcome plan(Map<String, Value> keys) {
    var use =
        new ComponentDeclaration.Component(
            "m",
            chain(),
            new TreeMap<>(Map.of("x", Value.text("${each.value}"))),
            Optional.empty(),
            Optional.of(Value.object(new TreeMap<>(keys))),
            Optional.empty(),
            List.of(),
            List.of());
    var declaration =
        new StackDeclaration(
                outside, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>())
            .using(List.of(use), new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    assertThat(loaded.diagnostics()).isEmpty();
    return new Planner(providers, codec)
        .plan(
            new Snapshot(loaded.config(), StackState.EMPTY),
            PlanOptionsBuilder.options(
                PlanOptions.Mode.NORMAL,
                PlanOptions.Refresh.ALL,
                4,
                new DigestKey(Bytes.utf8("k"), "test")),
            new PlanMemo());
  }

  private static List<String> planned(PlanOutcome outcome) {
    return outcome.plan().effective().stream()
        .map(change -> change.object().instance().toString())
        .toList();
  }

  @Test
  void failedInstance_holdsWhatNeedsItThere_andNothingElse() {
    var outcome = plan(Map.of("x", Value.text("good"), "y", Value.text("bad")));

    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.toString())
                .startsWith("component.m[\"y\"].terraform_data.a: ")
                .contains("It is bad."));
    assertThat(planned(outcome))
        .containsExactly(
            "component.m[\"x\"].terraform_data.a",
            "component.m[\"x\"].terraform_data.b",
            "component.m[\"x\"].terraform_data.c");
  }

  @Test
  void readerOutside_needsAllInstances_andWaits() {
    outside.add(resource("reader", "${component.m[\"x\"].id}", LifecycleDeclaration.PLAIN));

    var outcome = plan(Map.of("x", Value.text("good"), "y", Value.text("bad")));

    assertThat(planned(outcome)).hasSize(3).doesNotContain("terraform_data.reader");
  }

  @Test
  void oneOfTwoHundred_holdsOnlyItself() {
    var keys = new TreeMap<String, Value>();
    Collections.nCopies(199, Value.text("good")).forEach(each -> keys.put("k" + keys.size(), each));
    keys.put("z", Value.text("bad"));

    assertThat(planned(plan(keys))).hasSize(3 * 199);
  }
}
