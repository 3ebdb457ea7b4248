package io.keelson.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What became of a request to the API server.
public sealed interface ApiReply {
  /// It was carried out.
  ///
  /// @param warnings what the API server says beside its answer, such as that a version is
  ///   deprecated
  record Done(JsonNode body, List<String> warnings) implements ApiReply {}

  /// The API server refused; nothing happened.
  ///
  /// @param code the HTTP status
  /// @param status the Status object; empty if the server gave none
  record Refused(int code, JsonNode status) implements ApiReply {
    private static final Pattern INCONVERTIBLE = Pattern.compile("(errors:\\s+)?\\.[^\\s:]+: ");

    public boolean missing() {
      return code == 404;
    }

    public boolean conflict() {
      return code == 409;
    }

    /// Whether it is certain that nothing happened.
    boolean isClear() {
      return code < 500 || isMistyped() || isInconvertible() || isOfSilentWebhook() || isTooLarge();
    }

    /// Whether the object was larger than etcd or the connection to it takes; it was not stored.
    public boolean isTooLarge() {
      return code == 500
          && (message().contains("etcdserver: request is too large")
              || message().contains("trying to send message larger than max"));
    }

    /// A manifest that does not fit its schema is answered with 500.
    public boolean isMistyped() {
      return code == 500 && message().startsWith("failed to create typed");
    }

    /// Whether the object cannot be converted into a version in which somebody has set its fields.
    /// That is done before anything is written. The message begins with the path of a field.
    public boolean isInconvertible() {
      return code == 500 && INCONVERTIBLE.matcher(message()).lookingAt();
    }

    /// Webhooks are asked before anything is written.
    public boolean isOfSilentWebhook() {
      return code == 500 && message().contains("failed calling webhook");
    }

    public String message() {
      var message = status.path("message").asText();
      return message.isEmpty() ? "HTTP " + code : message;
    }

    /// The fields that other managers have, if that is why; empty otherwise.
    public List<FieldConflict> conflicts() {
      var conflicts = new ArrayList<FieldConflict>();
      for (var cause : causes())
        if (cause.path("reason").asText().equals(FieldConflict.REASON))
          conflicts.add(
              new FieldConflict(cause.path("field").asText(), cause.path("message").asText()));
      return conflicts;
    }

    /// Whether one of its causes has this reason, such as `FieldValueForbidden`.
    public boolean hasCause(String reason) {
      return anyCause("reason", reason);
    }

    /// Whether one of its causes is about this field.
    public boolean isAbout(String field) {
      return anyCause("field", field);
    }

    private boolean anyCause(String attribute, String text) {
      for (var cause : causes()) if (cause.path(attribute).asText().equals(text)) return true;
      return false;
    }

    private JsonNode causes() {
      return status.path("details").path("causes");
    }

    /// Whether this 404 is about the very object, and not about its kind or an unknown path.
    public boolean missing(String name) {
      return missing()
          && status.path("reason").asText().equals("NotFound")
          && status.path("details").path("name").asText().equals(name);
    }
  }

  /// It never reached the API server: nothing happened.
  record NotSent(String why) implements ApiReply {}

  /// It was sent, and no usable answer came: it may have been carried out.
  record Lost(String why) implements ApiReply {}
}
