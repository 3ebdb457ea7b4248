import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/// The engine in a JVM that ends after its first plan: loads the graph and plans it from nothing.
final class FirstPlanRun {
  private static final int RUNS = 5;

  private FirstPlanRun() {}

  /// Seconds from the start of a JVM to its end, the best of several. It starts with what the rehearsal of the operator
  /// recorded, as the image does.
  static double measure(Path folder, int size) throws IOException, InterruptedException {
    var command = Program.recorded(List.of("FirstPlanRun", Integer.toString(size)));
    double best = Double.MAX_VALUE;
    for (int i = 0; i < RUNS; i++)
      best = Math.min(best, Program.run(folder, "first-plan", List.of(0), command).seconds());
    return best;
  }

  public static void main(String[] args) {
    var stack = LayeredStack.of(Integer.parseInt(args[0]));
    var codec = new JsonStateCodec();
    var builtin = new BuiltinProvider(() -> UUID.randomUUID().toString(), codec);
    var work = new EngineWork(codec, new Providers(List.of(builtin)));
    work.plan(work.load(stack.declaration()), StackState.EMPTY, Refresh.ALL, stack.size());
  }
}
