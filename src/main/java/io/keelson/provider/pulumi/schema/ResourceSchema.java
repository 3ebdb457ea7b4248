package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a package says of one resource type.
///
/// @param token what the provider calls it
/// @param component whether its objects are made of others, by a program
/// @param rules what a host does without being asked by the provider
/// @param aliases tokens that the type had before
public record ResourceSchema(
    String token, Schema schema, boolean component, SdkRules rules, SortedSet<String> aliases) {
  private static final String ID = "id";

  public ResourceSchema {
    aliases = Collections.unmodifiableSortedSet(new TreeSet<>(aliases));
  }

  /// Of an object that is only looked at: its id is given, and everything else is found.
  Schema lookup() {
    var attributes = found(schema.root().attributes());
    attributes.computeIfPresent(ID, (_, id) -> with(id.shape(), Presence.REQUIRED, id));
    return Schema.of(schema.version(), attributes);
  }

  private static SortedMap<String, Attribute> found(SortedMap<String, Attribute> attributes) {
    var found = new TreeMap<String, Attribute>();
    attributes.forEach(
        (name, each) -> found.put(name, with(found(each.shape()), Presence.COMPUTED, each)));
    return found;
  }

  private static Shape found(Shape shape) {
    return switch (shape) {
      case Shape.Plain plain -> plain;
      case Shape.Nested(var nesting, var attributes) ->
          new Shape.Nested(nesting, found(attributes));
    };
  }

  private static Attribute with(Shape shape, Presence presence, Attribute other) {
    return new Attribute(shape, presence, other.sensitive(), other.writeOnly());
  }
}
