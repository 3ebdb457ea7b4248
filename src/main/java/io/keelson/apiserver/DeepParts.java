package io.keelson.apiserver;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.engine.value.Depth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Replaces parts of an object that are nested deeper than values may be. The text in their place
/// says so, with a hash of the part: no manifest declares such a text, and different parts get
/// different texts. Otherwise whoever may write a status could keep an object from being read.
///
/// @rule R-LIM-8
final class DeepParts {
  // As deep as the object, from `metadata.managedFields[0].fieldsV1` on, and one for each field.
  private static final int LEVELS_OF_FIELDS = Depth.MOST + 3;

  private static final int SHOWN_BYTES = 8;

  private final JsonNode managedFields;

  private DeepParts(JsonNode managedFields) {
    this.managedFields = managedFields;
  }

  /// @param tree is changed
  static JsonNode replaced(JsonNode tree) {
    return new DeepParts(tree.path("metadata").path("managedFields")).replaced(tree, Depth.MOST);
  }

  private JsonNode replaced(JsonNode tree, int levels) {
    if (!tree.isContainerNode()) return tree;
    if (levels == 0) return text(tree);
    int below = (tree == managedFields ? LEVELS_OF_FIELDS : levels) - 1;
    switch (tree) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(each -> object.set(each.getKey(), replaced(each.getValue(), below)));
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) array.set(i, replaced(array.get(i), below));
      }
      default -> throw new IllegalStateException("no container: " + tree.getNodeType());
    }
    return tree;
  }

  private static TextNode text(JsonNode part) {
    return TextNode.valueOf(
        "(nested more than %d levels deep, sha256 %s)".formatted(Depth.MOST, hash(part)));
  }

  /// The hash is computed token by token, because writing the part as a whole has a limit of depth
  /// as well.
  private static String hash(JsonNode part) {
    try (JsonParser tokens = part.traverse()) {
      var hash = MessageDigest.getInstance("SHA-256");
      for (var token = tokens.nextToken(); token != null; token = tokens.nextToken()) {
        var text = tokens.getText().getBytes(StandardCharsets.UTF_8);
        hash.update(ByteBuffer.allocate(8).putInt(token.id()).putInt(text.length).flip());
        hash.update(text);
      }
      return HexFormat.of().formatHex(hash.digest(), 0, SHOWN_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
