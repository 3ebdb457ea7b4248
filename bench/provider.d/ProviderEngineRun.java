import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.cli.PluginInstaller;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.StackLoader;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Planner;
import io.keelson.engine.plan.ProviderSchemas;
import io.keelson.engine.plan.Snapshot;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/// The engine alone with a provider binary, and a store in memory, in a JVM of its own: prints its
/// figures as JSON.
final class ProviderEngineRun {
  private static final int PARALLELISM = 10;
  private static final int RUNS = 3;

  private final JsonStateCodec codec = new JsonStateCodec();
  private final ThingStack stack;
  private final Providers providers;

  private ProviderEngineRun(ThingStack stack, Providers providers) {
    this.stack = stack;
    this.providers = providers;
  }

  /// Seconds of one kind of work: the first time, and the best of all.
  record Seconds(double cold, double best) {}

  /// @param start until the provider was verified and had told its schema
  /// @param peakMiB of this process and the provider's
  record Figures(double start, Seconds plan, Seconds apply, Seconds noOp, double peakMiB) {}

  private record Timed<T>(T result, Seconds seconds) {}

  /// @param args N, the mirror, the folder of the world, and one for what is installed
  public static void main(String[] args) throws IOException {
    var stack = new ThingStack(Integer.parseInt(args[0]), Path.of(args[1]), Path.of(args[2]));
    var sockets = Files.createTempDirectory("kb");
    long begin = System.nanoTime();
    try (var installer = PluginInstaller.in(Path.of(args[3]), sockets, List.of(), null, "")) {
      if (!(installer.install(stack.provider()) instanceof Installed.Ready(_, var program)))
        throw new IllegalStateException("not installed");
      var provider = program.maker().make(Optional.of(List.of("account")));
      double start = Program.secondsSince(begin);
      var providers = new Providers(List.of(), new TreeMap<>(Map.of(ThingStack.CONFIG, provider)));
      var figures = new ProviderEngineRun(stack, providers).measure(start);
      System.out.println(new ObjectMapper().writeValueAsString(figures));
    }
    System.exit(0);
  }

  private Figures measure(double start) throws IOException {
    var config = load();
    var plan = timed(() -> plan(config, StackState.EMPTY, stack.size()));
    var apply = timed(() -> apply(plan.result(), config));
    var state = apply.result().state();
    var noOp = timed(() -> plan(config, state, 0));
    return new Figures(
        start,
        plan.seconds(),
        apply.seconds(),
        noOp.seconds(),
        Program.peakWithChildrenMiB(ProcessHandle.current()));
  }

  private StackConfig load() {
    var loaded =
        new StackLoader(new CelExpressions(), new ProviderSchemas(providers))
            .load(stack.declaration());
    if (!loaded.diagnostics().isEmpty())
      throw new IllegalStateException(loaded.diagnostics().getFirst().toString());
    return loaded.config();
  }

  private PlanOutcome plan(StackConfig config, StackState state, int changes) {
    var options =
        new PlanOptions(
            PlanOptions.Mode.NORMAL,
            PlanOptions.Refresh.ALL,
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
    T result = null;
    double cold = 0;
    double best = Double.MAX_VALUE;
    for (int i = 0; i < RUNS; i++) {
      long start = System.nanoTime();
      result = work.get();
      double seconds = Program.secondsSince(start);
      if (i == 0) cold = seconds;
      best = Math.min(best, seconds);
    }
    return new Timed<>(result, new Seconds(cold, best));
  }
}
