package io.keelson.cli.definition;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.manifest.ManifestReader;
import io.keelson.cli.manifest.Manifests;
import io.keelson.operator.api.component.ComponentDefinition;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a command finds a definition: in files, or in the cluster.
///
/// @param files the cluster is asked if null
/// @param home the namespace of the definition
public record DefinitionSource(KubernetesClient client, @Nullable List<String> files, String home) {

  /// @throws NotFound if it is not there
  /// @throws IOException if a file cannot be read
  public ComponentDefinition find(String name) throws IOException {
    var found = files == null ? inCluster(name) : inFiles(files, name);
    if (found == null)
      throw new NotFound(
          "There is no ComponentDefinition '%s' in namespace '%s'%s. Choose the namespace with -n."
              .formatted(name, home, files == null ? "" : " in the files"));
    return found;
  }

  private @Nullable ComponentDefinition inCluster(String name) {
    return client.resources(ComponentDefinition.class).inNamespace(home).withName(name).get();
  }

  private @Nullable ComponentDefinition inFiles(List<String> files, String name)
      throws IOException {
    return ManifestReader.read(files, System.in, () -> home).definitions().stream()
        .map(Manifests.Declared::object)
        .filter(each -> each.getMetadata().getName().equals(name))
        .filter(each -> each.getMetadata().getNamespace().equals(home))
        .findFirst()
        .orElse(null);
  }

  /// There is none, and what to do.
  public static final class NotFound extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotFound(String message) {
      super(message);
    }
  }
}
