package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The Helm chart, and what it renders for a release `keelson` in `keelson-system`.
final class Chart {
  static final Helm HELM = new Helm(Path.of("helm/keelson"));
  static final Pattern DOCUMENT = Pattern.compile("(?m)^---\\n");

  private final List<HasMetadata> objects;

  private Chart(List<HasMetadata> objects) {
    this.objects = objects;
  }

  /// What Helm installs; the Pod of `helm test` is no part of it.
  static String render(UnaryOperator<TemplateCommand> settings) {
    var chart =
        HELM.template()
            .withName("keelson")
            .withNamespace("keelson-system")
            .withKubeVersion("v1.31.0");
    return settings.apply(chart).call().replaceFirst("^---\\n", "");
  }

  /// @param values a values file, in YAML
  static Chart with(String values) {
    try {
      var file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return new Chart(objects(render(chart -> chart.withValuesFile(file))));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<HasMetadata> all() {
    return objects;
  }

  <T extends HasMetadata> List<T> all(Class<T> kind) {
    return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  <T extends HasMetadata> T the(Class<T> kind) {
    assertThat(all(kind)).hasSize(1);
    return all(kind).getFirst();
  }

  /// Reads every document into its model; a field that Kubernetes does not know fails.
  static List<HasMetadata> objects(String yaml) throws IOException {
    var strict =
        new ObjectMapper(new YAMLFactory())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true);
    new KubernetesSerialization(strict, true);
    var objects = new ArrayList<HasMetadata>();
    for (var document : DOCUMENT.split(yaml, -1)) {
      var object = (HasMetadata) strict.readValue(document, KubernetesResource.class);
      assertThat(object.getMetadata().getName()).isNotBlank();
      objects.add(object);
    }
    return objects;
  }
}
