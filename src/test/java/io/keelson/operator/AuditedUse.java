package io.keelson.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What a request made use of.
///
/// @param namespace the empty text for a request about the cluster or all namespaces
/// @param resource with its subresource, such as `stacks/status`
/// @param name of the object, or the empty text
record AuditedUse(String namespace, String verb, String group, String resource, String name) {
  private static final String ACCOUNT = "system:serviceaccount:";

  /// What one event of the audit log is about. A request in the name of another is none of the
  /// asker's but for the impersonation. An object whose owner waits for its end takes a right to
  /// the owner besides, where the API server looks at that.
  static Stream<AuditedUse> of(JsonNode event) {
    var other = event.at("/impersonatedUser/username").asText();
    if (!other.isEmpty()) return Stream.of(impersonation(other));
    var about = event.path("objectRef");
    if (about.isMissingNode()) return Stream.empty();
    var namespace = about.path("namespace").asText();
    var subresource = about.path("subresource").asText();
    var request =
        new AuditedUse(
            namespace,
            event.path("verb").asText(),
            about.path("apiGroup").asText(),
            about.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource),
            about.path("name").asText());
    var owners = event.at("/requestObject/metadata/ownerReferences");
    return Stream.concat(
        Stream.of(request),
        StreamSupport.stream(owners.spliterator(), false)
            .filter(owner -> owner.path("blockOwnerDeletion").asBoolean())
            .map(owner -> finalizersOf(owner, namespace)));
  }

  private static AuditedUse impersonation(String account) {
    var words = account.substring(ACCOUNT.length()).split(":", -1);
    return new AuditedUse(words[0], "impersonate", "", "serviceaccounts", words[1]);
  }

  private static AuditedUse finalizersOf(JsonNode owner, String namespace) {
    var version = owner.path("apiVersion").asText();
    var plural = owner.path("kind").asText().toLowerCase(Locale.ROOT) + "s";
    return new AuditedUse(
        namespace,
        "update",
        version.substring(0, version.indexOf('/')),
        plural + "/finalizers",
        owner.path("name").asText());
  }
}
