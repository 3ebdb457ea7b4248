package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

/// Brings what a cluster administrator installs onto a control plane; repeating it changes nothing.
public final class Installation {
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
    controlPlane.kubectl("apply", "-f", "crds").orThrow();
    controlPlane
        .kubectl("wait", "--for=condition=Established", "--timeout=60s", "-f", "crds")
        .orThrow();
  }

  /// Installs the CRDs and the admission policies for an operator that runs as the administrator,
  /// and returns when the policies are enforced, which takes a moment.
  public static void withAdmission(TestNamespace namespace) {
    crds(namespace.controlPlane());
    namespace.controlPlane().kubectl("apply", "-f", "deploy/admission.yaml").orThrow();
    namespace.eventually(() ->
        assertThat(namespace.applyAs("admin", FORGED, "--dry-run=server").err())
            .contains("in another's name"));
  }
}
