package io.keelson.provider.plugin.install.source;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// What a source answered, and where.
///
/// @param source who answered, for messages
/// @param place where it was found after redirects; addresses in it are relative to that
/// @param type as the header `Content-Type` has it
record Document(String source, URI place, String type, Bytes content) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /// This document, if it is declared to be JSON.
  Document declaredJson() throws InstallException {
    if (type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json"))
      return this;
    throw wrong("is declared to be '" + type + "' and not application/json");
  }

  /// @return an object
  JsonNode json() throws InstallException {
    try {
      var tree = MAPPER.readTree(content.toArray());
      if (tree != null && tree.isObject()) return tree;
    } catch (IOException e) {
      throw wrong("is no JSON");
    }
    throw wrong("is no JSON object");
  }

  /// The text of a member that has to be there.
  String text(JsonNode object, String member) throws InstallException {
    return optionalText(object, member).orElseThrow(() -> wrong("has no text '" + member + "'"));
  }

  static Optional<String> optionalText(JsonNode object, String member) {
    var node = object.path(member);
    return node.isTextual() && !node.textValue().isEmpty()
        ? Optional.of(node.textValue())
        : Optional.empty();
  }

  /// The address that a member holds.
  URI address(JsonNode object, String member) throws InstallException {
    var text = text(object, member);
    try {
      return place.resolve(text);
    } catch (IllegalArgumentException e) {
      throw wrong("has no address in '" + member + "'");
    }
  }

  InstallException wrong(String why) {
    return new InstallException(
        Kind.SOURCE_ANSWER,
        source + " cannot be used",
        "the answer of " + Endpoint.shown(place) + " " + why,
        "See whether the address of the source is right, or have the source mended.");
  }
}
