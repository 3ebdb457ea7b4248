package io.keelson.operator.status;

import io.fabric8.kubernetes.client.KubernetesClientException;

/// What the API server said when it refused a request, in its own words: the message of the
/// client's exception holds its whole answer, in the syntax of a Java object.
public final class ServerMessage {
  private ServerMessage() {}

  /// What the client says, if the API server gave no words.
  public static String of(KubernetesClientException refusal) {
    var status = refusal.getStatus();
    var said = status == null ? null : status.getMessage();
    return said == null || said.isEmpty() ? String.valueOf(refusal.getMessage()) : said;
  }
}
