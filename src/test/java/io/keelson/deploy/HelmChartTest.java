package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds `deploy/` to the Helm chart; `-Ddeploy.update=true` rewrites it.
final class HelmChartTest {
  private static final Helm CHART = new Helm(Path.of("helm/keelson"));
  private static final Pattern DOCUMENT = Pattern.compile("(?m)^---\\n");

  @Test
  void chart_hasNoLint() {
    var lint = CHART.lint().strict().quiet().call();
    assertThat(lint.getMessages()).isEmpty();
    assertThat(lint.isFailed()).isFalse();
  }

  @Test
  void misspeltValue_isRefused() {
    assertThatThrownBy(() -> render(chart -> chart.set("replica", 2)))
        .hasMessageContaining("replica");
  }

  @Test
  void wholeInstallation_isRenderedFromTheChart() throws IOException {
    var namespace =
        """
        apiVersion: v1
        kind: Namespace
        metadata:
          name: keelson-system
        """;
    assertRendered("deploy/keelson.yaml", namespace + "---\n" + render(UnaryOperator.identity()));
  }

  @Test
  void admissionPoliciesAlone_areRenderedFromTheChart() throws IOException {
    // For an operator that runs outside the cluster, with the rights of an administrator.
    var rendered =
        render(chart ->
            chart
                .set("admission.writers.groups[0]", "system:masters")
                .set("admission.writers.groups[1]", "kubeadm:cluster-admins"));
    var policies =
        DOCUMENT
            .splitAsStream(rendered)
            .filter(document -> document.contains("ValidatingAdmissionPolicy"))
            .filter(document -> document.contains("admissionregistration.k8s.io/v1\n"))
            .collect(Collectors.joining("---\n"));
    assertRendered("deploy/admission.yaml", policies);
  }

  @Test
  void providers_haveTheirMirrorsAndTheirCache() {
    var rendered =
        render(chart ->
            chart
                .set("providers.cache.persistentVolumeClaim.claimName", "packages")
                .set("providers.mirrors[0].path", "/mirror")
                .set("providers.mirrors[0].volume.persistentVolumeClaim.claimName", "mirror"));

    assertThat(rendered)
        .contains(
            "- --provider-mirror=/mirror",
            "- {name: provider-cache, mountPath: /tmp/keelson/packages}",
            "- {name: provider-mirror-0, mountPath: /mirror, readOnly: true}",
            "claimName: packages",
            "claimName: mirror");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "podMonitor.enabled=true",
        "hold=true",
        "readsPerSecond=5",
        "replicas=2",
        "image.tag=x"
      })
  void everyOption_rendersObjectsThatKubernetesKnows(String option) throws IOException {
    var setting = option.split("=", -1);
    var objects = objects(render(chart -> chart.set(setting[0], setting[1])));
    assertThat(objects).hasSizeGreaterThan(15);
  }

  @Test
  void writersOfState_areNamedInThePolicy() {
    assertThat(render(chart -> chart.set("admission.writers.users[0]", "backup")))
        .contains("[\"system:serviceaccount:keelson-system:keelson\",\"backup\"]");
  }

  @Test
  void switchedOffParts_areNotRendered() {
    assertThat(render(chart -> chart.set("crds.install", false).set("admission.enabled", false)))
        .doesNotContain("kind: CustomResourceDefinition", "kind: ValidatingAdmissionPolicy");
  }

  private static String render(UnaryOperator<TemplateCommand> settings) {
    var chart =
        CHART
            .template()
            .withName("keelson")
            .withNamespace("keelson-system")
            .withKubeVersion("v1.31.0");
    var rendered = settings.apply(chart).call();
    return rendered.replaceFirst("^---\\n", "");
  }

  private static void assertRendered(String file, String rendered) throws IOException {
    var path = Path.of(file);
    if (Boolean.getBoolean("deploy.update")) {
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, rendered);
    }
    assertThat(Files.readString(path))
        .as("%s; rewrite it with: mvn test -Dtest=HelmChartTest -Ddeploy.update=true", file)
        .isEqualTo(rendered);
    assertThat(objects(rendered)).isNotEmpty();
  }

  /// Reads every document into its model; a field that Kubernetes does not know fails.
  private static List<KubernetesResource> objects(String yaml) throws IOException {
    var strict =
        new ObjectMapper(new YAMLFactory())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true);
    new KubernetesSerialization(strict, true);
    var objects = new ArrayList<KubernetesResource>();
    for (var document : DOCUMENT.split(yaml, -1)) {
      var object = strict.readValue(document, KubernetesResource.class);
      assertThat(((HasMetadata) object).getMetadata().getName()).isNotBlank();
      objects.add(object);
    }
    return objects;
  }
}
