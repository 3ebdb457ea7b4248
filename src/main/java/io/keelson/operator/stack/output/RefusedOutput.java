package io.keelson.operator.stack.output;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.status.ServerMessage;
import java.net.HttpURLConnection;

/// What is told of an object that the API server does not let a Stack write its outputs to.
final class RefusedOutput {
  private static final int INVALID = 422;

  private RefusedOutput() {}

  /// @param account the service account that asked
  /// @param output one that was to be written
  static Diagnostic of(
      OutputObject object,
      String namespace,
      String account,
      KubernetesClientException refusal,
      String output) {
    return Diagnostic.error(
        Code.OUTPUT,
        Subject.part("output", output),
        "Output cannot be written",
        "%s %s in namespace '%s' was refused for the service account '%s': %s. %s"
            .formatted(
                object.word(),
                object.name(),
                namespace,
                account,
                ServerMessage.of(refusal),
                remedy(refusal)));
  }

  private static String remedy(KubernetesClientException refusal) {
    if (isTooLarge(refusal))
      return "An object holds 1 MiB, with all that others have put into it: write to several"
          + " objects, or less (spec.outputs).";
    return refusal.getCode() == INVALID
        ? "Correct spec.outputs."
        : "Grant it the verbs get, create and patch on this object, or correct spec.outputs.";
  }

  /// Whether by the rules of the kind, or by those of requests.
  private static boolean isTooLarge(KubernetesClientException refusal) {
    return refusal.getCode() == HttpURLConnection.HTTP_ENTITY_TOO_LARGE
        || refusal.getCode() == INVALID
            && String.valueOf(refusal.getMessage()).contains("Too long: may not be more than");
  }
}
