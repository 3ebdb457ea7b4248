package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.provider.Mirrors;
import io.keelson.cli.provider.PluginInstaller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How a command gets the providers that manifests name.
final class ProviderOptions {
  @Option(
      names = "--provider-folder",
      paramLabel = "DIR",
      description = "Keeps installed providers; ~/.cache/keelson/providers if not given.")
  private @Nullable Path folder;

  @Option(
      names = "--provider-mirror",
      paramLabel = "DIR",
      description =
          "Where providers are taken from in place of spec.sources, whose folders are those of the"
              + " operator; may be given more than once.")
  private List<Path> mirrors = List.of();

  @Option(
      names = "--operator-namespace",
      paramLabel = "NAME",
      defaultValue = "keelson-system",
      description = "Where the Secrets are that Providers refer to; keelson-system if not given.")
  private String operatorNamespace = "keelson-system";

  /// @param cluster is asked for what the files do not declare
  /// @param client reads Secrets that Providers refer to
  FoundProviders open(
      Manifests manifests, Optional<KubernetesClient> cluster, KubernetesClient client) {
    return new FoundProviders(manifests, cluster, () -> installer(client));
  }

  /// @param client reads Secrets that Providers refer to
  PluginInstaller installer(KubernetesClient client) throws IOException {
    endProvidersAtExit();
    return PluginInstaller.in(
        folder != null ? folder : cache(),
        sockets(),
        new Mirrors(mirrors, true),
        client,
        operatorNamespace);
  }

  /// Whoever breaks off a command leaves no process behind: a command has no others than providers,
  /// and none of them changes anything.
  private static void endProvidersAtExit() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly),
                "providers end"));
  }

  /// Private to the user, whoever else uses the folder for temporary files.
  private static Path sockets() throws IOException {
    var folder = Files.createTempDirectory("keelson");
    folder.toFile().deleteOnExit();
    return folder;
  }

  private static Path cache() {
    var set = System.getenv("XDG_CACHE_HOME");
    var base =
        set == null || set.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(set);
    return base.resolve("keelson").resolve("providers");
  }
}
