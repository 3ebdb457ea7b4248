package io.keelson.operator;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.ClusterConnection;
import io.keelson.cli.provider.Mirrors;
import io.keelson.cli.provider.PluginInstaller;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.trace.Traces;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.provider.kubernetes.HomeNamespace;
import io.keelson.provider.kubernetes.KubernetesProvider;
import io.keelson.provider.kubernetes.StackIdentity;
import io.keelson.testing.Installation;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The whole operator in this JVM, for one namespace, with kubectl beside it.
public final class OperatorUnderTest implements AutoCloseable {
  private static final int READS_PER_SECOND = 50;
  private static final long MOST_DECLARED = 64 << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path FOLDER =
      Path.of(System.getProperty("java.io.tmpdir"), "keelson-" + ProcessHandle.current().pid());

  private final KubernetesClient client;
  private final KeelsonOperator operator;
  private final TestNamespace namespace;

  /// Changes what the providers of a Stack do.
  public interface Decoration {
    Provider of(StackKey stack, Provider real);
  }

  private OperatorUnderTest(
      TestNamespace namespace,
      KeelsonOperator.Options options,
      Function<OperatorMetrics, KubernetesClient> connection,
      Decoration decoration) {
    this(namespace, options, connection, decoration, Traces.NONE);
  }

  private OperatorUnderTest(
      TestNamespace namespace,
      KeelsonOperator.Options options,
      Function<OperatorMetrics, KubernetesClient> connection,
      Decoration decoration,
      Traces traces) {
    this.namespace = namespace;
    var metrics = new OperatorMetrics(traces);
    this.client = connection.apply(metrics);
    var codec = new JsonStateCodec();
    operator =
        new KeelsonOperator(
            client,
            options,
            new KeelsonOperator.Parts(
                new CelExpressions(),
                codec,
                (stack, uid, account) ->
                    new Providers(
                        own(stack, uid, account).stream()
                            .map(each -> decoration.of(stack, each))
                            .toList()),
                installer(client, options, metrics),
                new Providers(own(new StackKey("", ""), "", client)),
                metrics,
                traces));
    try {
      operator.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The providers that need no configuration.
  private List<Provider> own(StackKey stack, String uid, KubernetesClient account) {
    var codec = new JsonStateCodec();
    return List.of(
        new BuiltinProvider(() -> UUID.randomUUID().toString(), codec),
        new KubernetesProvider(
            account,
            new StackIdentity(stack.namespace(), stack.name(), uid),
            codec,
            Clock.systemUTC(),
            new HomeNamespace(client, stack.namespace())));
  }

  private static Function<OperatorMetrics, KubernetesClient> connection(Config config) {
    return metrics -> ClusterConnection.open(config, metrics.requests());
  }

  /// Installs into a folder that all tests of this JVM share.
  private static PluginInstaller installer(
      KubernetesClient client, KeelsonOperator.Options options, OperatorMetrics metrics) {
    try {
      return PluginInstaller.measured(
          FOLDER,
          FOLDER.resolve("run"),
          Mirrors.NONE,
          client,
          options.leaseNamespace().orElseThrow(),
          metrics);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static OperatorUnderTest in(TestNamespace namespace) {
    return in(namespace, provider -> provider);
  }

  /// @param lease where its lease is: it must outlive `namespace` where that is deleted
  static OperatorUnderTest leasedIn(TestNamespace lease, TestNamespace namespace) {
    Installation.withAdmission(lease);
    var client = connection(namespace.controlPlane().config());
    return new OperatorUnderTest(
        namespace, options(lease, namespace, false), client, (_, provider) -> provider);
  }

  /// One that stops what takes longer than a moment when it is closed.
  static OperatorUnderTest impatient(TestNamespace namespace) {
    Installation.withAdmission(namespace);
    var client = connection(namespace.controlPlane().config());
    var usual = options(namespace, namespace, false);
    var options =
        new KeelsonOperator.Options(
            usual.leaseNamespace(),
            usual.namespaces(),
            usual.hold(),
            usual.readsPerSecond(),
            usual.limits(),
            usual.mostDeclared(),
            usual.healthPort(),
            Duration.ofMillis(100));
    return new OperatorUnderTest(namespace, options, client, (_, provider) -> provider);
  }

  /// One that runs as an account which may do everything, but is not the one that the admission
  /// policies know.
  static OperatorUnderTest as(String account, TestNamespace namespace) {
    Installation.withAdmission(namespace);
    namespace
        .kubectl(
            "create",
            "clusterrolebinding",
            account,
            "--clusterrole=cluster-admin",
            "--user=" + account)
        .orThrow();
    var config =
        new ConfigBuilder(namespace.controlPlane().config())
            .withImpersonateUsername(account)
            .build();
    return new OperatorUnderTest(
        namespace,
        options(namespace, namespace, false),
        connection(config),
        (_, provider) -> provider);
  }

  /// @param traces closed together with it
  static OperatorUnderTest tracing(TestNamespace namespace, Traces traces) {
    Installation.withAdmission(namespace);
    return new OperatorUnderTest(
        namespace,
        options(namespace, namespace, false),
        connection(namespace.controlPlane().config()),
        (_, provider) -> provider,
        traces);
  }

  /// One that plans, but applies nothing.
  static OperatorUnderTest holding(TestNamespace namespace) {
    Installation.withAdmission(namespace);
    var client = connection(namespace.controlPlane().config());
    return new OperatorUnderTest(
        namespace, options(namespace, namespace, true), client, (_, provider) -> provider);
  }

  /// One that is to work for another namespace as well, which need not be there.
  static OperatorUnderTest alsoFor(String other, TestNamespace namespace) {
    Installation.withAdmission(namespace);
    var given = options(namespace, namespace, false);
    return new OperatorUnderTest(
        namespace,
        new KeelsonOperator.Options(
            given.leaseNamespace(),
            Set.of(namespace.name(), other),
            given.hold(),
            given.readsPerSecond(),
            given.limits(),
            given.mostDeclared(),
            given.healthPort(),
            given.patience()),
        connection(namespace.controlPlane().config()),
        (_, provider) -> provider);
  }

  /// @param decorated changes what the providers do
  static OperatorUnderTest in(TestNamespace namespace, UnaryOperator<Provider> decorated) {
    return decorated(namespace, (_, provider) -> decorated.apply(provider));
  }

  /// @param client reaches the API server in its own way; closed together with the operator
  static OperatorUnderTest in(
      TestNamespace namespace, KubernetesClient client, UnaryOperator<Provider> decorated) {
    Installation.withAdmission(namespace);
    return decorated(namespace, _ -> client, (_, provider) -> decorated.apply(provider));
  }

  /// One that knows which Stack it makes a provider for.
  public static OperatorUnderTest decorated(TestNamespace namespace, Decoration decoration) {
    Installation.withAdmission(namespace);
    return decorated(namespace, connection(namespace.controlPlane().config()), decoration);
  }

  private static OperatorUnderTest decorated(
      TestNamespace namespace,
      Function<OperatorMetrics, KubernetesClient> connection,
      Decoration decoration) {
    return new OperatorUnderTest(
        namespace, options(namespace, namespace, false), connection, decoration);
  }

  private static KeelsonOperator.Options options(
      TestNamespace lease, TestNamespace namespace, boolean hold) {
    return new KeelsonOperator.Options(
        Optional.of(lease.name()),
        Set.of(namespace.name()),
        hold,
        READS_PER_SECOND,
        Limits.DEFAULT,
        MOST_DECLARED,
        0,
        PATIENCE);
  }

  /// Whether it holds the lease, as its metrics say.
  boolean leads() {
    return metrics().sum("leader_election_master_status") == 1;
  }

  /// How many Stacks it works for, as its metrics say.
  int stacks() {
    return (int) metrics().sum("keelson_stacks");
  }

  ScrapedMetrics metrics() {
    return ScrapedMetrics.of(asked("/metrics"));
  }

  /// What it says of whether it is ready.
  String readiness() {
    return asked("/readyz");
  }

  private String asked(String path) {
    var uri = URI.create("http://" + address() + path);
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Host and port of its health and its metrics.
  String address() {
    return "localhost:" + operator.healthPort();
  }

  @Override
  public void close() {
    lookAtMetrics();
    operator.close();
    client.close();
  }

  private void lookAtMetrics() {
    try {
      namespace.controlPlane().secrets().look(namespace.name(), "metrics", asked("/metrics"));
    } catch (UncheckedIOException e) {
      // It has ended by itself.
    }
  }
}
