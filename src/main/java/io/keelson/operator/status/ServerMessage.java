package io.keelson.operator.status;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the API server said when it refused a request, in its own words: the message of the
/// client's exception holds its whole answer, in the syntax of a Java object.
public final class ServerMessage {
  private static final Pattern PATH =
      Pattern.compile(" at: https?://[^/]+(/apis/[^ ?]+?)\\.?(?:[ ?]|$)");

  private ServerMessage() {}

  /// What the client says, if the API server gave no words.
  public static String of(KubernetesClientException refusal) {
    var nowhere = notServed(refusal);
    if (nowhere.isPresent()) return nowhere.get();
    var status = refusal.getStatus();
    var said = status == null ? null : status.getMessage();
    return said == null || said.isEmpty() ? String.valueOf(refusal.getMessage()) : said;
  }

  /// What to say where a kind is not served: then the API server says no more than "Not Found".
  private static Optional<String> notServed(KubernetesClientException refusal) {
    var status = refusal.getStatus();
    boolean named =
        status != null && status.getDetails() != null && status.getDetails().getKind() != null;
    if (refusal.getCode() != HttpURLConnection.HTTP_NOT_FOUND || named) return Optional.empty();
    return PATH.matcher(String.valueOf(refusal.getMessage()))
        .results()
        .findFirst()
        .map(found ->
            "Nothing is served at %s. Install its CustomResourceDefinition, or wait until it is served."
                .formatted(found.group(1)));
  }
}
