package io.keelson.operator.component;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.operator.api.ApiJson;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedMap;

/// The published content of a definition, as a tree and as a digest.
///
/// @rule R-CMP-50
final class RevisionBody {
  /// The fields that may change while the version stays the same.
  private static final Set<String> ABOUT = Set.of("paused", "allowedNamespaces");

  private static final JsonMapper MAPPER =
      ApiJson.beans()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .configure(JsonNodeFeature.WRITE_PROPERTIES_SORTED, true)
          .build();

  private RevisionBody() {}

  static ObjectNode of(ComponentDefinitionSpec spec) {
    ObjectNode body = MAPPER.valueToTree(spec);
    body.remove(ABOUT);
    return body;
  }

  /// @throws IllegalArgumentException if the body is no definition
  static ComponentDefinitionSpec read(ObjectNode body) {
    return MAPPER.convertValue(body, ComponentDefinitionSpec.class);
  }

  /// The length of the body as text.
  static long size(ObjectNode body) {
    return text(body).length();
  }

  /// SHA-256 over the body and over the revisions that it is locked to.
  static String digest(ObjectNode body, SortedMap<String, String> locked) {
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      hash.update(text(body).getBytes(StandardCharsets.UTF_8));
      locked.forEach((name, revision) ->
          hash.update(("\n" + name + "\n" + revision).getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(hash.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static String text(ObjectNode body) {
    try {
      return MAPPER.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can be written", e);
    }
  }
}
