package io.keelson.provider.pulumi.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.provider.plugin.schema.BrokenSchema;
import io.keelson.provider.pulumi.schema.Sections.Kind;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/// The types that a package defines, and what the descriptions of properties say with them.
final class Definitions {
  private static final String REFERENCE = "$ref";
  private static final String OWN_TYPE = "#/types/";

  private final Sections sections;
  private final String what;
  private final Map<String, Optional<Fragment>> read = new HashMap<>();

  /// @param what whose schema is read with them, for messages
  Definitions(Sections sections, String what) {
    this.sections = sections;
    this.what = what;
  }

  /// The name of the package's own type that a description refers to.
  static Optional<String> token(JsonNode description) {
    var reference = description.path(REFERENCE).asText("");
    if (!reference.startsWith(OWN_TYPE)) return Optional.empty();
    var name = reference.substring(OWN_TYPE.length());
    try {
      // A plus sign stands for itself in the fragment of an address.
      return Optional.of(URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.of(name);
    }
  }

  /// What a property holds. What is not known here, because it is of another package or newer than
  /// this, may be anything.
  ///
  /// @throws BrokenSchema if the description contradicts itself
  Content content(Fragment described) {
    if (!described.has(REFERENCE)) return written(described);
    var token = token(described.node());
    if (token.isEmpty()) return Content.ANY;
    return definition(token.get())
        .map(found -> defined(token.get(), found))
        // Some packages only name a type, and say beside the name what it is made of.
        .orElseGet(() -> written(described));
  }

  private Optional<Fragment> definition(String token) {
    return read.computeIfAbsent(token, each -> sections.one(Kind.TYPE, each));
  }

  private static Content defined(String token, Fragment definition) {
    // An enum is a value of the type that it is made of.
    if (!definition.text("type").equals("object")) return new Content.Plain(primitive(definition));
    var properties = Properties.of(definition);
    // Nothing is said of it, but that it is an object.
    if (properties.names().isEmpty()) return Content.ANY;
    return new Content.Structure(token, properties);
  }

  private Content written(Fragment described) {
    if (described.has("oneOf")) return union(described.node().get("oneOf"));
    return switch (described.text("type")) {
      case "array" ->
          described
              .optional("items")
              .<Content>map(items -> new Content.Collection(Nesting.LIST, items))
              .orElse(Content.ANY);
      case "object" ->
          described
              .optional("additionalProperties")
              .<Content>map(element -> new Content.Collection(Nesting.MAP, element))
              // So the metaschema has it.
              .orElseGet(() -> new Content.Plain(Type.map(Types.STRING)));
      default -> new Content.Plain(primitive(described));
    };
  }

  /// One of several types, which the engine has no word for, unless they come to the same: a string
  /// or one of some strings.
  private Content union(JsonNode alternatives) {
    var contents = new LinkedHashSet<Content>();
    for (JsonNode each : alternatives) contents.add(content(Fragment.of(each, what)));
    return contents.size() == 1 && contents.getFirst() instanceof Content.Plain plain
        ? plain
        : Content.ANY;
  }

  private static Type primitive(Fragment described) {
    return switch (described.text("type")) {
      case "boolean" -> Types.BOOL;
      case "integer", "number" -> Types.NUMBER;
      case "string" -> Types.STRING;
      default -> Types.DYNAMIC;
    };
  }
}
