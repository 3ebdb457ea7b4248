package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// In which namespace a command works: as `kubectl` chooses it.
final class NamespaceOption {
  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "The namespace; the context's one if not given.")
  private @Nullable String namespace;

  /// The namespace that was given, or that of the client's context; `default` where it has none.
  String in(KubernetesClient client) {
    if (namespace != null) return namespace;
    var home = client.getNamespace();
    return home == null ? "default" : home;
  }
}
