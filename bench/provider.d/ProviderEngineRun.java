import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/// The engine alone with a provider binary, and a store in memory, in a JVM of its own: prints its
/// figures as JSON.
final class ProviderEngineRun {
  private static final int MORE_RUNS = 2;

  private ProviderEngineRun() {}

  /// What one kind of work took.
  ///
  /// @param processor each time
  record Work(Seconds seconds, ProcessorTime processor) {
    Work best(Work other) {
      return new Work(seconds.best(other.seconds), processor.best(other.processor));
    }
  }

  /// @param start until the provider was verified and had told its schema
  /// @param peakMiB of this process and the provider's
  /// @param ownPeakMiB of this process
  record Figures(
      double start, Work plan, Work apply, Work noOp, double peakMiB, double ownPeakMiB) {
    Figures best(Figures other) {
      return new Figures(
          Math.min(start, other.start),
          plan.best(other.plan),
          apply.best(other.apply),
          noOp.best(other.noOp),
          Math.min(peakMiB, other.peakMiB),
          Math.min(ownPeakMiB, other.ownPeakMiB));
    }
  }

  /// @param args `terraform` or `pulumi`, N, where providers are taken from, the folder of the
  ///   world, and one for what is installed
  public static void main(String[] args) throws IOException {
    int size = Integer.parseInt(args[1]);
    var from = Path.of(args[2]);
    var world = Path.of(args[3]);
    BenchStack stack =
        args[0].equals("pulumi")
            ? new KeelStack(KeelStack.Shape.LAYERS, size, from, world)
            : new ThingStack(size, from, world);
    try (var installed = BenchProviders.install(Path.of(args[4]), stack.providers())) {
      var work = new EngineWork(new JsonStateCodec(), installed.providers());
      System.out.println(
          new ObjectMapper().writeValueAsString(measure(stack, work, installed.started())));
    }
    System.exit(0);
  }

  private static Figures measure(BenchStack stack, EngineWork work, double start)
      throws IOException {
    var config = work.load(stack.declaration());
    var plan = timed(() -> work.plan(config, StackState.EMPTY, Refresh.ALL, stack.size()));
    var apply = timed(() -> work.apply(plan.result(), config));
    var state = apply.result().state();
    var noOp = timed(() -> work.plan(config, state, Refresh.ALL, 0));
    return new Figures(
        start,
        plan.work(),
        apply.work(),
        noOp.work(),
        Program.peakWithChildrenMiB(ProcessHandle.current()),
        Program.peakMiB(ProcessHandle.current().pid()));
  }

  private record Timed<T>(T result, Work work) {}

  private static <T> Timed<T> timed(Supplier<T> work) {
    var before = ProcessorTime.now();
    var timed = Seconds.of(MORE_RUNS, 0, work);
    var processor = ProcessorTime.now().since(before, 1 + MORE_RUNS);
    return new Timed<>(timed.result(), new Work(timed.seconds(), processor));
  }
}
