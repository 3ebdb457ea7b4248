import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.StackLoader;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Planner;
import io.keelson.engine.plan.Snapshot;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// The engine alone, with a store in memory, in a JVM of its own: prints its figures as JSON.
final class EngineRun {
  private static final int PARALLELISM = 10;
  private static final int FEWEST_RUNS = 5;
  private static final double WARM_SECONDS = 3;

  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> UUID.randomUUID().toString(), codec)));
  private final CelExpressions expressions = new CelExpressions();
  private final LayeredStack stack;

  private EngineRun(LayeredStack stack) {
    this.stack = stack;
  }

  /// Seconds of one kind of work.
  ///
  /// @param cold the first time in its JVM
  /// @param best of the times after, because the machine is shared
  record Seconds(double cold, double best) {
    Seconds plus(Seconds other) {
      return new Seconds(cold + other.cold, best + other.best);
    }
  }

  /// What was measured.
  ///
  /// @param noOpObserved a no-op plan that trusts what was last read, as after an edit
  record Figures(
      Seconds load,
      Seconds plan,
      Seconds apply,
      Seconds noOp,
      Seconds noOpObserved,
      Seconds oneChanged,
      Seconds columnChanged,
      double firstPlanPeakMiB) {}

  private record Timed<T>(T result, Seconds seconds) {}

  public static void main(String[] args) throws IOException {
    var figures = new EngineRun(LayeredStack.of(Integer.parseInt(args[0]))).measure();
    System.out.println(new ObjectMapper().writeValueAsString(figures));
  }

  private Figures measure() throws IOException {
    var load = timed(() -> load(stack));
    var config = load.result();
    var plan = timed(() -> plan(config, StackState.EMPTY, Refresh.ALL, stack.size()));
    double peak = Program.peakMiB(ProcessHandle.current().pid());
    var apply = timed(() -> apply(plan.result(), config));
    var state = apply.result().state();
    var last = load(stack.lastChanged());
    var column = load(stack.columnChanged());
    return new Figures(
        load.seconds(),
        plan.seconds(),
        apply.seconds(),
        timed(() -> plan(config, state, Refresh.ALL, 0)).seconds(),
        timed(() -> plan(config, state, Refresh.AFFECTED, 0)).seconds(),
        timed(() -> plan(last, state, Refresh.AFFECTED, 1)).seconds(),
        timed(() -> plan(column, state, Refresh.AFFECTED, stack.columnLength())).seconds(),
        peak);
  }

  private StackConfig load(LayeredStack declared) {
    var loaded = new StackLoader(expressions, providers::schema).load(declared.declaration());
    if (!loaded.diagnostics().isEmpty())
      throw new IllegalStateException(loaded.diagnostics().getFirst().toString());
    return loaded.config();
  }

  private PlanOutcome plan(StackConfig config, StackState state, Refresh refresh, int changes) {
    var options =
        new PlanOptions(
            PlanOptions.Mode.NORMAL,
            refresh,
            PARALLELISM,
            new DigestKey(Bytes.utf8("bench"), "bench"));
    var outcome = new Planner(providers, codec).plan(new Snapshot(config, state), options);
    int planned = outcome.plan().effective().size();
    if (planned != changes)
      throw new IllegalStateException(
          "expected %d changes, got %d: %s".formatted(changes, planned, outcome.diagnostics()));
    return outcome;
  }

  private ApplyOutcome apply(PlanOutcome plan, StackConfig config) {
    var outcome =
        new Applier(providers, codec, () -> UUID.randomUUID().toString())
            .apply(
                plan.plan(),
                new Snapshot(config, StackState.EMPTY),
                new PlainStore(),
                new ApplyOptions(PARALLELISM, new StopSignal()));
    if (!outcome.complete()) throw new IllegalStateException(outcome.diagnostics().toString());
    return outcome;
  }

  private static <T> Timed<T> timed(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    double cold = Program.secondsSince(start);
    double best = Double.MAX_VALUE;
    long began = System.nanoTime();
    for (int i = 0; i < FEWEST_RUNS || Program.secondsSince(began) < WARM_SECONDS; i++) {
      start = System.nanoTime();
      result = work.get();
      best = Math.min(best, Program.secondsSince(start));
    }
    return new Timed<>(result, new Seconds(cold, best));
  }
}
