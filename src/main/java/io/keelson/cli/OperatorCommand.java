package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.process.IdleMemory;
import io.keelson.cli.provider.Mirrors;
import io.keelson.cli.provider.PluginInstaller;
import io.keelson.cli.provider.StackProviders;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.KeelsonOperator;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.stack.context.OperatorContext.ProviderFactory;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.trace.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Runs the operator until it is told to end.
@Command(
    name = "operator",
    description = "Run the operator.",
    footer = {"", "Example:", "  keelson operator --namespaces shop,bank"},
    mixinStandardHelpOptions = true)
public final class OperatorCommand implements Callable<Integer> {
  private static final String NAMESPACE = "keelson-system";
  private static final long MIB = 1 << 20;

  /// Kubernetes ends a pod of the chart by force after five minutes.
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @Spec private CommandSpec spec;
  @Mixin private Kubeconfig kubeconfig = new Kubeconfig();

  @Option(
      names = "--namespaces",
      split = ",",
      paramLabel = "NS",
      description = "Namespaces to work for; all if not given.")
  private Set<String> namespaces = new LinkedHashSet<>();

  @Option(
      names = "--leader-elect",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Work only while holding the lease (default). Off: this is the only operator.")
  private boolean leaderElect;

  @Option(
      names = "--lease-namespace",
      paramLabel = "NS",
      description = "Namespace of the lease; default is the operator's own.")
  private @Nullable String leaseNamespace;

  @Option(names = "--hold", description = "Plan, but apply nothing, in any Stack.")
  private boolean hold;

  @Option(
      names = "--reads-per-second",
      defaultValue = "50",
      paramLabel = "N",
      description =
          "How many real objects are read to find drift, in all Stacks together; 50 if not given.")
  private int readsPerSecond;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--max-declared-mib-per-namespace",
      defaultValue = "64",
      paramLabel = "N",
      description =
          "How many MiB of memory the Stacks and Resources of one namespace may take; 64 if"
              + " not given.")
  private int declaredMib;

  @Option(
      names = "--provider-folder",
      paramLabel = "DIR",
      description =
          "Keeps installed providers, and their sockets; a folder below the one for temporary files"
              + " if not given.")
  private @Nullable Path providerFolder;

  @Option(
      names = "--provider-mirror",
      paramLabel = "DIR",
      description =
          "Where providers are taken from whose Provider names no source: a folder as 'terraform"
              + " providers mirror' writes it; may be given more than once. Without it, the"
              + " registry of each.")
  private List<Path> providerMirrors = List.of();

  @Option(
      names = "--health-port",
      defaultValue = "8080",
      paramLabel = "PORT",
      description = "Port for /healthz, /readyz and /metrics; 0 for a free one.")
  private int healthPort;

  private final UnaryOperator<Provider> around;

  public OperatorCommand() {
    this(UnaryOperator.identity());
  }

  /// @param around what is done with each built-in provider of a Stack before it is used
  public OperatorCommand(UnaryOperator<Provider> around) {
    this.around = around;
  }

  @Override
  public Integer call() throws IOException {
    checkNumbers();
    var traces = Traces.of(System.getenv());
    var metrics = new OperatorMetrics(traces);
    var client = ClusterConnection.open(kubeconfig.config(), metrics.requests());
    var codec = new JsonStateCodec();
    var lease = leaderElect ? Optional.of(leaseNamespace()) : Optional.<String>empty();
    var operator =
        new KeelsonOperator(
            client,
            new KeelsonOperator.Options(
                lease,
                namespaces,
                hold,
                readsPerSecond,
                limits.all(),
                declaredMib * MIB,
                healthPort,
                PATIENCE),
            new KeelsonOperator.Parts(
                new CelExpressions(),
                codec,
                providers(client, codec),
                installer(client, metrics),
                new StackProviders(client, codec).make(new StackKey("", ""), "", client),
                metrics,
                traces));
    Runtime.getRuntime().addShutdownHook(new Thread(operator::close, "shutdown"));
    operator.start();
    var out = spec.commandLine().getOut();
    out.println("health on port " + operator.healthPort());
    out.flush();
    return join(operator);
  }

  /// Waits for the end of the operator.
  private int join(KeelsonOperator operator) {
    try (var _ = IdleMemory.watch()) {
      operator.ended().join();
      return 0;
    } catch (CompletionException e) {
      var errors = spec.commandLine().getErr();
      errors.println("Error: The operator has ended: " + e.getCause());
      errors.flush();
      return 1;
    }
  }

  private void checkNumbers() {
    if (readsPerSecond < 1)
      throw new ParameterException(
          spec.commandLine(),
          "--reads-per-second is at least 1; to switch drift detection off for a Stack, set its"
              + " spec.driftPolicy.mode to \"Off\".");
    if (declaredMib < 1)
      throw new ParameterException(
          spec.commandLine(), "--max-declared-mib-per-namespace is at least 1.");
  }

  private String leaseNamespace() {
    if (leaseNamespace != null) return leaseNamespace;
    var own = System.getenv("POD_NAMESPACE");
    return own == null ? NAMESPACE : own;
  }

  private PluginInstaller installer(KubernetesClient client, OperatorMetrics metrics)
      throws IOException {
    var folder =
        providerFolder != null
            ? providerFolder
            : Path.of(System.getProperty("java.io.tmpdir"), "keelson");
    return PluginInstaller.measured(
        folder,
        folder.resolve("run"),
        new Mirrors(providerMirrors, false),
        client,
        leaseNamespace(),
        metrics);
  }

  private ProviderFactory providers(KubernetesClient client, JsonStateCodec codec) {
    var factory = new StackProviders(client, codec);
    return (stack, uid, account) ->
        new Providers(factory.make(stack, uid, account).all().stream().map(around).toList());
  }
}
