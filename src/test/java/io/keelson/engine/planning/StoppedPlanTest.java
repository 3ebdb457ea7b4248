package io.keelson.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.graph.StopSignal;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A plan can be given up at any point.
@Tag("R-LIM-5")
class StoppedPlanTest {
  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));

  @Test
  void stoppedBetweenInstances_makesNoPlan() {
    var asked = new AtomicInteger();
    var stop = new StopSignal(() -> asked.incrementAndGet() > 50);

    assertThatThrownBy(() -> plan(Value.text("x"), 1_000, stop))
        .isInstanceOf(CancellationException.class);
    assertThat(asked.get()).isLessThan(100);
  }

  /// All of it is one instance.
  @Test
  void stoppedInsideOfALongEvaluation_makesNoPlan() {
    var asked = new AtomicInteger();
    var stop = new StopSignal(() -> asked.incrementAndGet() > 50);
    var expressions =
        Collections.nCopies(10_000, Value.text("${lists.range(10000).map(i, i + 1).size()}"));

    assertThatThrownBy(() -> plan(Value.tuple(expressions), 1, stop))
        .isInstanceOf(CancellationException.class);
    assertThat(asked.get()).isLessThan(100);
  }

  @Test
  void whatIsNotStopped_isPlanned() {
    assertThat(plan(Value.text("x"), 1_000, new StopSignal()).plan().effective()).hasSize(1_000);
  }

  private PlanOutcome plan(Value input, int instances, StopSignal stop) {
    var resource =
        new ResourceDeclaration(
            ResourceAddress.managed("terraform_data", "a"),
            Value.object(Map.of("input", input)),
            Optional.of(Value.number(instances)),
            Optional.empty(),
            List.of(),
            LifecycleDeclaration.PLAIN);
    var declaration =
        new StackDeclaration(
            List.of(resource), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var key = new DigestKey(Bytes.utf8("k"), "test");
    return new Planner(providers, codec)
        .plan(
            new Snapshot(loaded.config(), StackState.EMPTY),
            PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 4, key),
            new PlanMemo(),
            stop);
  }
}
