package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.manifest.ManifestReader;
import io.keelson.cli.manifest.Manifests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The manifests that a command is about.
final class Sources {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      required = true,
      description =
          "A file, a folder with all below it, or - for the standard input. May be repeated.")
  private List<String> paths = new ArrayList<>();

  @Mixin private NamespaceOption namespace = new NamespaceOption();

  @Option(
      names = "--stack",
      paramLabel = "NAME",
      description = "The Stack, if the manifests have more than one.")
  private @Nullable String stack;

  /// The name of the Stack; null if the manifests have only one.
  @Nullable String stack() {
    return stack;
  }

  Manifests read(KubernetesClient client) throws IOException {
    return ManifestReader.read(paths, System.in, () -> namespace.in(client));
  }
}
