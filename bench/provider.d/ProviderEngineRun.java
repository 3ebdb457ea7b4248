import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.cli.provider.Mirrors;
import io.keelson.cli.provider.PluginInstaller;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.stack.context.ProviderPrograms.Use;
import io.keelson.operator.stack.context.StackKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The engine alone with a provider binary, and a store in memory, in a JVM of its own: prints its
/// figures as JSON.
final class ProviderEngineRun {
  private static final int MORE_RUNS = 2;
  private static final Use USE =
      new Use(
          new StackKey("bench", "things"),
          "",
          ThingStack.CONFIG,
          Optional.of(List.of("account")),
          Optional.empty());

  private ProviderEngineRun() {}

  /// @param start until the provider was verified and had told its schema
  /// @param peakMiB of this process and the provider's
  record Figures(double start, Seconds plan, Seconds apply, Seconds noOp, double peakMiB) {}

  /// @param args N, the mirror, the folder of the world, and one for what is installed
  public static void main(String[] args) throws IOException {
    var stack = new ThingStack(Integer.parseInt(args[0]), Path.of(args[1]), Path.of(args[2]));
    var sockets = Files.createTempDirectory("kb");
    long begin = System.nanoTime();
    try (var installer = PluginInstaller.in(Path.of(args[3]), sockets, Mirrors.NONE, null, "")) {
      if (!(installer.install(stack.provider()) instanceof Installed.Ready(_, var program)))
        throw new IllegalStateException("not installed");
      var provider = program.maker().make(USE);
      double start = Program.secondsSince(begin);
      var providers = new Providers(List.of(), new TreeMap<>(Map.of(ThingStack.CONFIG, provider)));
      var figures = measure(stack, new EngineWork(new JsonStateCodec(), providers), start);
      System.out.println(new ObjectMapper().writeValueAsString(figures));
    }
    System.exit(0);
  }

  private static Figures measure(ThingStack stack, EngineWork work, double start)
      throws IOException {
    var config = work.load(stack.declaration());
    var plan = timed(() -> work.plan(config, StackState.EMPTY, Refresh.ALL, stack.size()));
    var apply = timed(() -> work.apply(plan.result(), config));
    var state = apply.result().state();
    var noOp = timed(() -> work.plan(config, state, Refresh.ALL, 0));
    return new Figures(
        start,
        plan.seconds(),
        apply.seconds(),
        noOp.seconds(),
        Program.peakWithChildrenMiB(ProcessHandle.current()));
  }

  private static <T> Seconds.Timed<T> timed(Supplier<T> work) {
    return Seconds.of(MORE_RUNS, 0, work);
  }
}
