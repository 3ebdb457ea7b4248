import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// The engine alone, with a store in memory, in a JVM of its own: prints its figures as JSON.
final class EngineRun {
  private static final int FEWEST_RUNS = 5;

  /// How long each kind of work is done again unless more is asked for. The compiler of the JVM is
  /// still at it then, as it is in an operator that has not run for long.
  private static final double WARM_SECONDS = 3;

  private final EngineWork work;
  private final LayeredStack stack;
  private final int policies;
  private final double seconds;

  private EngineRun(LayeredStack stack, int policies, double seconds) {
    this.policies = policies;
    this.seconds = seconds;
    var codec = new JsonStateCodec();
    var builtin = new BuiltinProvider(() -> UUID.randomUUID().toString(), codec);
    this.work = new EngineWork(codec, new Providers(List.of(builtin)));
    this.stack = stack;
  }

  /// What was measured.
  ///
  /// @param underPolicies a plan with policies, beside one without; null if there are none
  /// @param noOpObserved a no-op plan that trusts what was last read, as after an edit
  record Figures(
      Seconds load,
      Seconds plan,
      Seconds.Compared underPolicies,
      Seconds apply,
      Seconds noOp,
      Seconds noOpObserved,
      Seconds oneChanged,
      Seconds columnChanged,
      double firstPlanPeakMiB) {}

  /// @param args how many resources, how many policies, and for how many seconds each kind of work
  ///   is done again
  public static void main(String[] args) throws IOException {
    var stack = LayeredStack.of(Integer.parseInt(args[0]));
    double seconds = args.length > 2 ? Double.parseDouble(args[2]) : WARM_SECONDS;
    var figures = new EngineRun(stack, Integer.parseInt(args[1]), seconds).measure();
    System.out.println(new ObjectMapper().writeValueAsString(figures));
  }

  private Figures measure() throws IOException {
    var load = timed(() -> work.load(stack.declaration()));
    var config = load.result();
    var plan = timed(() -> planNew(config));
    double peak = Program.peakMiB(ProcessHandle.current().pid());
    var apply = timed(() -> work.apply(plan.result(), config));
    var state = apply.result().state();
    var last = work.load(stack.lastChanged().declaration());
    var column = work.load(stack.columnChanged().declaration());
    return new Figures(
        load.seconds(),
        plan.seconds(),
        policies == 0 ? null : underPolicies(config),
        apply.seconds(),
        timed(() -> work.plan(config, state, Refresh.ALL, 0)).seconds(),
        timed(() -> work.plan(config, state, Refresh.AFFECTED, 0)).seconds(),
        timed(() -> work.plan(last, state, Refresh.AFFECTED, 1)).seconds(),
        timed(() -> work.plan(column, state, Refresh.AFFECTED, stack.columnLength())).seconds(),
        peak);
  }

  private Seconds.Compared underPolicies(StackConfig config) {
    var looked = config.under(work.policies(policies));
    return Seconds.compare(
        FEWEST_RUNS, seconds, () -> planNew(looked), () -> planNew(config));
  }

  private PlanOutcome planNew(StackConfig config) {
    return work.plan(config, StackState.EMPTY, Refresh.ALL, stack.size());
  }

  private <T> Seconds.Timed<T> timed(Supplier<T> work) {
    return Seconds.of(FEWEST_RUNS, seconds, work);
  }
}
