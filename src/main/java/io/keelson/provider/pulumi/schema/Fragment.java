package io.keelson.provider.pulumi.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// An object somewhere in a package schema.
///
/// @param what whose schema it is part of, for messages
record Fragment(JsonNode node, String what) {

  /// @throws BrokenSchema if the node is no object
  static Fragment of(JsonNode node, String what) {
    if (!node.isObject()) throw new BrokenSchema(what, "an object is needed");
    return new Fragment(node, what);
  }

  /// An object without members.
  static Fragment empty(String what) {
    return new Fragment(JsonNodeFactory.instance.objectNode(), what);
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  SortedSet<String> names() {
    var names = new TreeSet<String>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /// @throws BrokenSchema if something else than an object is there
  Optional<Fragment> optional(String name) {
    if (!has(name)) return Optional.empty();
    var found = node.get(name);
    if (!found.isObject()) throw new BrokenSchema(what, "'" + name + "' is no object");
    return Optional.of(new Fragment(found, what));
  }

  /// The object there, an empty one if there is none.
  ///
  /// @throws BrokenSchema if something else than an object is there
  Fragment object(String name) {
    return optional(name).orElseGet(() -> empty(what));
  }

  /// The text there, an empty one if there is none.
  String text(String name) {
    return node.path(name).asText("");
  }

  boolean flag(String name) {
    return node.path(name).asBoolean(false);
  }

  /// The texts of a list; none if there is no list.
  SortedSet<String> texts(String name) {
    var texts = new TreeSet<String>();
    for (JsonNode each : node.path(name)) if (each.isTextual()) texts.add(each.textValue());
    return texts;
  }
}
