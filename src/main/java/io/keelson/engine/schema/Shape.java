package io.keelson.engine.schema;

import io.keelson.engine.value.Type;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the value of an attribute looks like.
public sealed interface Shape {
  /// The type of the attribute's value.
  Type type();

  /// A value whose parts have no rules of their own.
  record Plain(Type type) implements Shape {}

  /// An object, or a collection of objects, whose attributes each have their own presence.
  ///
  /// @param nesting any but [Nesting#GROUP]
  record Nested(Nesting nesting, SortedMap<String, Attribute> attributes) implements Shape {
    public Nested {
      attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    /// The attributes of one nested object, as a block without blocks.
    public Block block() {
      return new Block(attributes, Collections.emptySortedMap());
    }

    /// The type of one nested object.
    public Type.ObjectOf objectType() {
      var types = new TreeMap<String, Type>();
      attributes.forEach((name, attribute) -> types.put(name, attribute.type()));
      return Type.object(types);
    }

    @Override
    public Type type() {
      return NestedTypes.held(nesting, objectType());
    }
  }
}
