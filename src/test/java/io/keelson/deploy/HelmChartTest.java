package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Holds `deploy/` to the Helm chart; `-Ddeploy.update=true` rewrites it.
final class HelmChartTest {
  @Test
  void chart_hasNoLint() {
    var lint = Chart.HELM.lint().strict().quiet().call();
    assertThat(lint.getMessages()).isEmpty();
    assertThat(lint.isFailed()).isFalse();
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
    assertRendered(
        "deploy/keelson.yaml", namespace + "---\n" + Chart.render(UnaryOperator.identity()));
  }

  @Test
  void admissionPoliciesAlone_areRenderedFromTheChart() throws IOException {
    // For an operator that runs outside the cluster, with the rights of an administrator.
    var rendered =
        Chart.render(chart ->
            chart
                .set("admission.writers.groups[0]", "system:masters")
                .set("admission.writers.groups[1]", "kubeadm:cluster-admins"));
    var policies =
        Chart.DOCUMENT
            .splitAsStream(rendered)
            .filter(document -> document.contains("ValidatingAdmissionPolicy"))
            .filter(document -> document.contains("admissionregistration.k8s.io/v1\n"))
            .collect(Collectors.joining("---\n"));
    assertRendered("deploy/admission.yaml", policies);
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
    assertThat(Chart.objects(rendered)).isNotEmpty();
  }
}
