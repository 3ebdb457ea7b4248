import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import java.io.IOException;
import java.nio.file.Path;

/// The engine with a component program beside the same resources declared, in turns, in a JVM of
/// its own: prints its figures as JSON.
final class ProgramRun {
  private static final int FEWEST_RUNS = 5;

  /// Until the compiler of the JVM is done with the most of it.
  private static final double WARM_SECONDS = 10;

  private final EngineWork work;
  private final int size;

  private ProgramRun(EngineWork work, int size) {
    this.work = work;
    this.size = size;
  }

  /// The program beside what it registers, declared.
  record Figures(Seconds.Compared plan, Seconds.Compared apply, Seconds.Compared noOp) {}

  /// @param args how many children, the folder of the plugins, that of the world, and one for what
  ///   is installed
  public static void main(String[] args) throws IOException {
    int size = Integer.parseInt(args[0]);
    var plugins = Path.of(args[1]);
    var world = Path.of(args[2]);
    var program = new KeelStack(KeelStack.Shape.PROGRAM, size, plugins, world);
    var flat = new KeelStack(KeelStack.Shape.FLAT, size, plugins, world);
    try (var installed = BenchProviders.install(Path.of(args[3]), program.providers())) {
      var work = new EngineWork(new JsonStateCodec(), installed.providers());
      var figures = new ProgramRun(work, size).measure(program, flat);
      System.out.println(new ObjectMapper().writeValueAsString(figures));
    }
    System.exit(0);
  }

  private Figures measure(BenchStack programStack, BenchStack flatStack) {
    var program = work.load(programStack.declaration());
    var flat = work.load(flatStack.declaration());
    var plan = compared(() -> planned(program), () -> planned(flat));
    var programPlan = planned(program);
    var flatPlan = planned(flat);
    var apply =
        compared(() -> work.apply(programPlan, program), () -> work.apply(flatPlan, flat));
    var programState = work.apply(programPlan, program).state();
    var flatState = work.apply(flatPlan, flat).state();
    var noOp =
        compared(
            () -> work.plan(program, programState, Refresh.ALL, 0),
            () -> work.plan(flat, flatState, Refresh.ALL, 0));
    return new Figures(plan, apply, noOp);
  }

  private PlanOutcome planned(StackConfig config) {
    return work.plan(config, StackState.EMPTY, Refresh.ALL, size);
  }

  private static Seconds.Compared compared(Runnable program, Runnable flat) {
    return Seconds.compare(FEWEST_RUNS, WARM_SECONDS, program, flat);
  }
}
