import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.StackLoader;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Planner;
import io.keelson.engine.plan.Snapshot;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/// Plans and applies the graph with the engine alone and a store in memory.
final class EngineRun {
  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> UUID.randomUUID().toString(), codec)));
  private final CelExpressions expressions = new CelExpressions();
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final int size;

  EngineRun(int size) {
    this.size = size;
  }

  /// Seconds by work.
  Map<String, Double> measure() {
    var config = timed("load (cold)", () -> load(-1));
    var plan = timed("plan (cold)", () -> plan(config, StackState.EMPTY, PlanOptions.Refresh.ALL));
    check(plan, size);
    timed("load (warm)", () -> load(-1));
    for (int i = 0; i < 3; i++) timed("plan", () -> plan(config, StackState.EMPTY, PlanOptions.Refresh.ALL));
    var snapshot = new Snapshot(config, StackState.EMPTY);
    var applied =
        timed(
            "apply",
            () -> {
              var store = new PlainStore();
              var outcome =
                  new Applier(providers, codec, () -> UUID.randomUUID().toString())
                      .apply(plan.plan(), snapshot, store, new ApplyOptions(10, new StopSignal()));
              if (!outcome.complete()) throw new IllegalStateException(outcome.diagnostics().toString());
              return outcome;
            });
    for (int i = 0; i < 2; i++)
      check(timed("no-op plan", () -> plan(config, applied.state(), PlanOptions.Refresh.ALL)), 0);
    for (int i = 0; i < 2; i++)
      check(
          timed(
              "no-op plan, last observed",
              () -> plan(config, applied.state(), PlanOptions.Refresh.AFFECTED)),
          0);
    var changed = timed("load, one changed", () -> load(size - LayeredStack.WIDTH > 0 ? 7 : 0));
    for (int i = 0; i < 2; i++)
      timed("plan, one changed", () -> plan(changed, applied.state(), PlanOptions.Refresh.AFFECTED));
    return seconds;
  }

  private StackConfig load(int changed) {
    var loaded =
        new StackLoader(expressions, providers::schema)
            .load(LayeredStack.declaration(size, changed));
    if (!loaded.diagnostics().isEmpty())
      throw new IllegalStateException(loaded.diagnostics().getFirst().toString());
    return loaded.config();
  }

  private PlanOutcome plan(StackConfig config, StackState state, PlanOptions.Refresh refresh) {
    var options =
        new PlanOptions(
            PlanOptions.Mode.NORMAL, refresh, 10, new DigestKey(Bytes.utf8("bench"), "bench"));
    return new Planner(providers, codec).plan(new Snapshot(config, state), options);
  }

  private static void check(PlanOutcome outcome, int changes) {
    if (outcome.plan().effective().size() != changes)
      throw new IllegalStateException(
          "expected " + changes + " changes, got " + outcome.plan().effective().size() + " " + outcome.diagnostics());
  }

  /// The best of the runs under one name: the machine is shared.
  private <T> T timed(String work, Supplier<T> run) {
    long start = System.nanoTime();
    T result = run.get();
    seconds.merge(work, (System.nanoTime() - start) / 1e9, Math::min);
    return result;
  }
}
