package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.json.ExactJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A call to a provider.
///
/// @param about the resource as scenarios name it; the function or method of a call
/// @param request without what repeats the resource
public record Call(String method, String about, JsonNode request) {
  public static final String CONSTRUCT = "Construct";

  /// What has a token, and is about no resource.
  private static final Set<String> CALLED = Set.of("Invoke", "Call");

  private static final Pattern WORD = Pattern.compile("_([a-z])");

  /// As a scenario has it; empty for what is no call about anything, such as a start.
  static Optional<Call> recorded(JsonNode json) {
    var method = json.get("call").textValue();
    var request = camelCase(json.path("request"));
    if (method.equals(CONSTRUCT)) request.remove(List.of("name", "type"));
    var about = CALLED.contains(method) ? request.path("tok") : json.path("resource");
    return about.isTextual()
        ? Optional.of(new Call(method, about.textValue(), request))
        : Optional.empty();
  }

  /// The protocol has both ways of writing names, and ours has another one here and there.
  private static ObjectNode camelCase(JsonNode request) {
    var renamed = ExactJson.JSON.createObjectNode();
    request
        .properties()
        .forEach(each -> {
          var name =
              WORD.matcher(each.getKey())
                  .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
          renamed.set(
              name, name.equals("autonaming") ? camelCase(each.getValue()) : each.getValue());
        });
    return renamed;
  }

  /// As it was sent; empty as [#recorded].
  static Optional<Call> sent(String method, ObjectNode request) {
    var urn = request.remove("urn");
    if (method.equals(CONSTRUCT))
      return Optional.of(
          new Call(
              method,
              request.remove("type").asText() + "::" + request.remove("name").asText(),
              request));
    boolean called = CALLED.contains(method);
    if (!called && urn == null) return Optional.empty();
    request.remove("name");
    request.remove("type");
    var about = called ? request.path("tok").asText() : urn.asText();
    return Optional.of(new Call(method, ProgramEntry.named(about), request));
  }

  /// Whether it changes something in the world.
  boolean isChange() {
    return switch (method) {
      case "Create", "Update", "Delete" -> !request.path("preview").asBoolean(false);
      default -> false;
    };
  }

  /// Whether it is about a provider itself.
  boolean isOfProvider() {
    return about.startsWith(ProgramEntry.PROVIDERS);
  }

  @Override
  public String toString() {
    return method + " " + request;
  }
}
