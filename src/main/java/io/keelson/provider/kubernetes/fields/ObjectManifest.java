package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// Turns a manifest into what is sent to the API server.
public final class ObjectManifest {
  private ObjectManifest() {}

  /// What a manifest declares: what is null in it is not there, see [NullFields].
  public static Value declared(Value manifest) {
    return NullFields.without(manifest);
  }

  /// @param manifest wholly known
  /// @param key with its namespace resolved; empty for kinds without one
  public static ObjectNode wire(Value manifest, ObjectKey key, String owner, String operation) {
    var object = (ObjectNode) JsonValues.write(declared(manifest));
    var metadata = (ObjectNode) object.get("metadata");
    if (!key.namespace().isEmpty()) metadata.put("namespace", key.namespace());
    var annotations =
        metadata.get("annotations") instanceof ObjectNode given
            ? given
            : metadata.putObject("annotations");
    annotations.put(LiveObject.OWNER, owner).put(LiveObject.OPERATION, operation);
    if (key.isSecret()) spellOut(object);
    return object;
  }

  /// The API server moves stringData into data, and then nobody owns those fields: a key taken out
  /// of the manifest would stay. So they are sent as data in the first place. What is no text stays
  /// where it is, for the API server to refuse.
  private static void spellOut(ObjectNode secret) {
    if (!(secret.get("stringData") instanceof ObjectNode texts)) return;
    var data = secret.get("data") instanceof ObjectNode given ? given : secret.putObject("data");
    for (var entry : List.copyOf(texts.properties())) {
      var value = entry.getValue();
      if (value.isContainerNode()) continue;
      texts.remove(entry.getKey());
      data.set(entry.getKey(), base64(value.asText()));
    }
    if (texts.isEmpty()) secret.remove("stringData");
  }

  private static TextNode base64(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return TextNode.valueOf(Base64.getEncoder().encodeToString(bytes));
  }
}
