package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Brings what a cluster administrator installs onto a control plane, once.
public final class Installation {
  /// Of the operator, as in `deploy/` and in the examples for Helm.
  public static final String NAMESPACE = "keelson-system";

  private static final String FORGED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: PlanApproval
      metadata: {name: forged}
      spec:
        stack: none
        digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        decision: Approve
        approver: somebody-else
      """;

  private Installation() {}

  /// Installs the CRDs, and returns when they are served.
  public static void crds(ControlPlane controlPlane) {
    controlPlane.installOnce(
        "crds",
        () -> {
          var applied = controlPlane.kubectl("apply", "-f", "crds", "-o", "name").orThrow().out();
          new TestNamespace(controlPlane, "default")
              .awaitServed(
                  applied
                      .lines()
                      .map(name -> name.substring(name.indexOf('/') + 1))
                      .toArray(String[]::new));
          controlPlane.secrets().watchCustomKinds();
        });
  }

  /// Installs everything that the chart installs, and returns when approvals are protected. The
  /// administrator is no operator then, so that this takes a control plane of its own.
  public static void asDeployed(TestNamespace namespace) {
    withAdmission(namespace);
    namespace
        .controlPlane()
        .installOnce(
            "all",
            () -> namespace.controlPlane().kubectl("apply", "-f", "deploy/keelson.yaml").orThrow());
  }

  /// A kubeconfig for the service account that the chart gives to the operator, with exactly its
  /// rights.
  ///
  /// @param folder where it is written
  public static Path kubeconfigOfTheOperator(ControlPlane controlPlane, Path folder)
      throws IOException {
    var token = tokenOfTheOperator(controlPlane);
    var file = folder.resolve("operator.kubeconfig");
    Files.copy(controlPlane.kubeconfig(), file);
    var config = new String[] {"--kubeconfig", file.toString(), "config"};
    var cluster =
        controlPlane
            .kubectl(words(config, "view", "-o", "jsonpath={.clusters[0].name}"))
            .orThrow()
            .out()
            .strip();
    controlPlane
        .kubectl(words(config, "set-credentials", "operator", "--token=" + token))
        .orThrow();
    controlPlane
        .kubectl(
            words(config, "set-context", "operator", "--user=operator", "--cluster=" + cluster))
        .orThrow();
    controlPlane.kubectl(words(config, "use-context", "operator")).orThrow();
    return file;
  }

  /// A token of the service account that the chart gives to the operator.
  public static String tokenOfTheOperator(ControlPlane controlPlane) {
    var made = controlPlane.kubectl("create", "token", "keelson", "-n", NAMESPACE).orThrow();
    return made.out().strip();
  }

  private static String[] words(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /// Installs the CRDs and the admission policies for an operator that runs as the administrator,
  /// and returns when the policies are enforced, which takes a moment.
  public static void withAdmission(TestNamespace namespace) {
    var controlPlane = namespace.controlPlane();
    crds(controlPlane);
    controlPlane.installOnce(
        "admission",
        () -> {
          controlPlane.kubectl("apply", "-f", "deploy/admission.yaml").orThrow();
          namespace.eventually(() ->
              assertThat(namespace.applyAs("admin", FORGED, "--dry-run=server").err())
                  .contains("in another's name"));
        });
  }
}
