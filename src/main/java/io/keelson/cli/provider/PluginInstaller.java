package io.keelson.cli.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.provider.ProviderInstaller;
import io.keelson.operator.stack.context.ProviderPrograms.Program;
import io.keelson.operator.status.ServerMessage;
import io.keelson.provider.plugin.PluginHost;
import io.keelson.provider.plugin.PluginProgram;
import io.keelson.provider.plugin.install.InstallOutcome;
import io.keelson.provider.plugin.install.InstalledProvider;
import io.keelson.provider.plugin.install.Installer;
import io.keelson.provider.plugin.install.PackageCache;
import io.keelson.provider.plugin.install.release.FileHashes;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import io.keelson.provider.pulumi.PulumiHost;
import io.keelson.provider.pulumi.PulumiProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Installs providers into a folder, and runs them below another.
public final class PluginInstaller implements ProviderInstaller {
  private static final Logger LOG = LoggerFactory.getLogger(PluginInstaller.class);
  private static final Set<Integer> PROTOCOLS = Set.of(5, 6);

  // What is in a file of this machine is the same for all installers.
  private static final FileHashes HASHES = new FileHashes(Clock.systemUTC());

  private final PackageSources sources;
  private final Path packages;
  private final ProcessHost host;
  private final PluginHost plugins;
  private final PulumiHost pulumi;
  private final OperatorSecrets secrets;
  private final Clock clock;
  private final UnaryOperator<ConfigurableProvider> around;

  /// @param packages keeps what was installed
  /// @param around what is done with each provider before it is used
  PluginInstaller(
      PackageSources sources,
      Path packages,
      ProcessHost host,
      OperatorSecrets secrets,
      Clock clock,
      UnaryOperator<ConfigurableProvider> around) {
    this.around = around;
    this.sources = sources;
    this.packages = packages;
    this.host = host;
    this.plugins = new PluginHost(host);
    this.pulumi = new PulumiHost(host);
    this.secrets = secrets;
    this.clock = clock;
  }

  /// @param folder keeps what is installed
  /// @param sockets a folder for sockets, with a short path
  /// @param namespace where the Secrets are that Providers refer to
  public static PluginInstaller in(
      Path folder, Path sockets, Mirrors mirrors, KubernetesClient client, String namespace)
      throws IOException {
    return in(folder, sockets, mirrors, client, namespace, ProcessObserver.NONE, each -> each);
  }

  /// The same for an operator, which tells how its providers are used.
  public static PluginInstaller measured(
      Path folder,
      Path sockets,
      Mirrors mirrors,
      KubernetesClient client,
      String namespace,
      OperatorMetrics metrics)
      throws IOException {
    return in(
        folder,
        sockets,
        mirrors,
        client,
        namespace,
        new MeasuredProcesses(metrics.processes()),
        metrics.providers()::measured);
  }

  private static PluginInstaller in(
      Path folder,
      Path sockets,
      Mirrors mirrors,
      KubernetesClient client,
      String namespace,
      ProcessObserver observer,
      UnaryOperator<ConfigurableProvider> around)
      throws IOException {
    var clock = Clock.systemUTC();
    var secrets = new OperatorSecrets(client, namespace);
    return new PluginInstaller(
        new PackageSources(mirrors, secrets),
        Files.createDirectories(folder.resolve("packages")),
        new ProcessHost(Files.createDirectories(sockets), clock, observer),
        secrets,
        clock,
        around);
  }

  @Override
  public Optional<String> type(Provider provider) {
    return prefix(provider.getSpec());
  }

  /// The prefix of the names of a Provider's types, as its address tells it; empty if that is none.
  public static Optional<String> prefix(ProviderSpec spec) {
    return SourceAddress.ifValid(spec.source).map(address -> prefix(spec, address));
  }

  /// Names of Pulumi's types have no hyphens.
  private static String prefix(ProviderSpec spec, SourceAddress address) {
    return spec.protocol == ProviderSpec.Protocol.Pulumi
        ? address.type().replace('-', '_')
        : address.type();
  }

  /// A provider that was installed and asked, or why there is none.
  private sealed interface Started {
    record Asked(InstalledProvider installed, OfferedProgram program, List<String> warnings)
        implements Started {}

    record Failed(String message, boolean mayPass) implements Started {}
  }

  @Override
  public Installed install(Provider provider) {
    return switch (start(provider)) {
      case Started.Failed(var message, var mayPass) -> new Installed.Failed(message, mayPass);
      case Started.Asked(var installed, var program, var warnings) ->
          new Installed.Ready(
              ProviderFacts.of(installed, program, warnings),
              new Program.Usable(
                  installed.address().toString(),
                  prefix(provider.getSpec(), installed.address()),
                  use -> around.apply(program.provider(use))));
    };
  }

  /// What a provider offers, or why that cannot be told.
  public sealed interface Offer {
    record Known(SchemaCatalog catalog) implements Offer {}

    /// @param message whole sentences
    record Failed(String message) implements Offer {}
  }

  /// Installs a provider to ask what it offers. It is not told what its environment says, which is
  /// for those who use it.
  public Offer offer(Provider provider) {
    provider.getSpec().environment = null;
    return switch (start(provider)) {
      case Started.Failed(var message, _) -> new Offer.Failed(message);
      case Started.Asked(var installed, var program, _) ->
          new Offer.Known(
              program.catalog(
                  prefix(provider.getSpec(), installed.address()),
                  installed.address() + " " + installed.version()));
    };
  }

  private Started start(Provider provider) {
    try {
      var request = ProviderRequest.of(provider);
      try (var opened = sources.open(provider.getSpec())) {
        var installer =
            new Installer(opened.sources(), PackageCache.open(packages, HASHES, clock), PROTOCOLS);
        return switch (installer.install(request)) {
          case InstallOutcome.Failed failed ->
              new Started.Failed(sentence(failed.problems().getFirst()), failed.mayPass());
          case InstallOutcome.Installed(var installed, var warnings) ->
              started(
                  provider, installed, warnings.stream().map(PluginInstaller::sentence).toList());
        };
      }
    } catch (IllegalArgumentException e) {
      return new Started.Failed(capitalised(String.valueOf(e.getMessage())) + ".", false);
    } catch (MissingSecret e) {
      // Nothing reports that a Secret was created, so this is tried again later.
      return new Started.Failed(capitalised(String.valueOf(e.getMessage())) + ".", true);
    } catch (KubernetesClientException e) {
      return new Started.Failed(
          "The Secrets that it refers to cannot be read: " + ServerMessage.of(e), true);
    } catch (InstallException e) {
      return new Started.Failed(sentence(e.problem()), e.problem().kind().mayPass());
    }
  }

  private static String sentence(InstallProblem problem) {
    return capitalised(problem.toString());
  }

  private static String capitalised(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private Started started(Provider provider, InstalledProvider installed, List<String> warnings)
      throws InstallException {
    var launch =
        new ProviderLaunch(
            installed, provider.getSpec(), secrets, () -> verify(provider, installed));
    var file = String.valueOf(installed.program().getFileName());
    boolean isPulumi = provider.getSpec().protocol == ProviderSpec.Protocol.Pulumi;
    if (file.startsWith("pulumi-resource-") != isPulumi)
      return new Started.Failed(
          "The package of %s holds %s, and spec.protocol is %s. Create the Provider with the other protocol."
              .formatted(installed, file, isPulumi ? "Pulumi" : "Terraform"),
          false);
    return isPulumi
        ? pulumi(provider, installed, launch, warnings)
        : plugin(provider, installed, launch, warnings);
  }

  private static String identity(InstalledProvider installed) {
    return installed.address() + " " + installed.version() + " " + installed.content();
  }

  private Started plugin(
      Provider provider,
      InstalledProvider installed,
      ProviderLaunch launch,
      List<String> warnings) {
    var program =
        new PluginProgram(
            plugins,
            installed.address().toString(),
            identity(installed),
            launch,
            ProviderLaunch.recovery(provider.getSpec()),
            ProviderLaunch.idle(provider.getSpec()));
    return switch (program.describe()) {
      case PluginProgram.Described.Failed(var diagnostics) -> failed(diagnostics.getFirst());
      case PluginProgram.Described.Known(var schemas) ->
          new Started.Asked(installed, new OfferedProgram.Plugin(program, schemas), warnings);
    };
  }

  private Started pulumi(
      Provider provider,
      InstalledProvider installed,
      ProviderLaunch launch,
      List<String> warnings) {
    var program =
        new PulumiProgram(
            pulumi,
            installed.address().toString(),
            identity(installed),
            launch,
            ProviderLaunch.recovery(provider.getSpec()),
            ProviderLaunch.idle(provider.getSpec()));
    return switch (program.describe()) {
      case PulumiProgram.Described.Failed(var diagnostics) -> failed(diagnostics.getFirst());
      case PulumiProgram.Described.Known(var schema) ->
          new Started.Asked(installed, new OfferedProgram.Pulumi(program, schema), warnings);
    };
  }

  private static Started failed(Diagnostic first) {
    return new Started.Failed(
        first.summary() + ": " + first.detail(), first.code() != Code.PROVIDER_CONTRACT);
  }

  /// Files that are not those that were verified any more are fetched again.
  ///
  /// @return why that did not help, as sentences
  private Optional<String> verify(Provider provider, InstalledProvider installed) {
    try {
      var cache = PackageCache.open(packages, HASHES, clock);
      var changed = cache.recheck(installed);
      if (changed.isEmpty()) return Optional.empty();
      LOG.warn("{}", changed.get());
      try (var opened = sources.open(provider.getSpec())) {
        var installer = new Installer(opened.sources(), cache, PROTOCOLS);
        return switch (installer.install(ProviderRequest.again(provider, installed))) {
          case InstallOutcome.Installed _ -> Optional.empty();
          case InstallOutcome.Failed failed ->
              Optional.of(sentence(changed.get()) + " " + sentence(failed.problems().getFirst()));
        };
      }
    } catch (InstallException e) {
      return Optional.of(sentence(e.problem()));
    } catch (MissingSecret | KubernetesClientException e) {
      return Optional.of(
          "The files of %s have changed, and are not fetched again: %s."
              .formatted(installed, e.getMessage()));
    }
  }

  @Override
  public void stop() {
    host.stop();
  }

  @Override
  public void close() {
    host.close();
  }
}
