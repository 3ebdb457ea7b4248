package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.keelson.testing.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deploy/` as the kustomize in kubectl renders it.
final class KustomizeTest {
  @TempDir private Path folder;

  @Test
  void folder_rendersWhatTheChartRenders() throws IOException {
    var rendered = render("resources: [deploy]");
    assertThat(rendered).hasSizeGreaterThan(25);
    assertThat(rendered)
        .filteredOn(object -> !(object instanceof Namespace))
        .containsExactlyInAnyOrderElementsOf(Chart.with("{}").all());
    assertThat(rendered)
        .filteredOn(Namespace.class::isInstance)
        .extracting(object -> object.getMetadata().getName())
        .containsExactly("keelson-system");
  }

  @Test
  void image_isSetAsThePageSays() throws IOException {
    var digest = "sha256:" + "0a".repeat(32);
    var rendered =
        render(
            """
            resources: [deploy]
            images: [{name: keelson, newName: r.example/keelson, digest: "%s"}]
            """
                .formatted(digest));
    assertThat(rendered)
        .filteredOn(Deployment.class::isInstance)
        .map(Deployment.class::cast)
        .flatExtracting(each -> each.getSpec().getTemplate().getSpec().getContainers())
        .extracting("image")
        .containsExactly("r.example/keelson@" + digest);
  }

  /// @param kustomization of a folder beside a copy of `deploy/`
  private List<HasMetadata> render(String kustomization) throws IOException {
    var copy = Files.createDirectory(folder.resolve("deploy"));
    for (String name : List.of("kustomization.yaml", "keelson.yaml"))
      Files.copy(Path.of("deploy", name), copy.resolve(name));
    Files.writeString(folder.resolve("kustomization.yaml"), kustomization);
    var rendered = Command.of("kubectl", "kustomize", folder.toString()).run().orThrow().out();
    return Chart.objects(rendered);
  }
}
