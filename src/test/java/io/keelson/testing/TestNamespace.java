package io.keelson.testing;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/// A namespace of its own for one test, on the shared control plane.
public record TestNamespace(ControlPlane controlPlane, String name) {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(100);

  /// Acts as the administrator in all namespaces.
  public KubernetesClient client() {
    return controlPlane.client();
  }

  /// Runs kubectl as the administrator in this namespace.
  public Command.Result kubectl(String... arguments) {
    return kubectl().with(arguments).run();
  }

  /// Runs kubectl in this namespace as the user of a context of the kubeconfig, such as `alice`.
  public Command.Result kubectlAs(String context, String... arguments) {
    return kubectl().with("--context", context).with(arguments).run();
  }

  /// Applies a manifest with `kubectl apply -f -`.
  ///
  /// @throws AssertionError if kubectl refuses it
  public void apply(String manifest) {
    kubectl().with("apply", "-f", "-").reading(manifest).run().orThrow();
  }

  /// Makes what a manifest holds with `kubectl create -f -`.
  ///
  /// @throws AssertionError if kubectl refuses it
  public void create(String manifest) {
    kubectl().with("create", "-f", "-").reading(manifest).run().orThrow();
  }

  /// Deletes what there is of a manifest with `kubectl delete -f -`, and does not wait for its end.
  ///
  /// @throws AssertionError if kubectl cannot
  public void deleteAll(String manifest) {
    kubectl()
        .with("delete", "--wait=false", "--ignore-not-found", "-f", "-")
        .reading(manifest)
        .run()
        .orThrow();
  }

  /// Offers a manifest to `kubectl apply -f -` as the user of a context; it may be refused.
  public Command.Result applyAs(String context, String manifest, String... options) {
    return kubectl()
        .with("--context", context, "apply", "-f", "-")
        .with(options)
        .reading(manifest)
        .run();
  }

  /// Waits until the assertion holds, at most three minutes; then fails with what it last said.
  public void eventually(ThrowingRunnable assertion) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .untilAsserted(assertion);
  }

  private Command kubectl() {
    return controlPlane.kubectl().with("--namespace", name);
  }
}
