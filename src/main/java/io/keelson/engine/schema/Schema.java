package io.keelson.engine.schema;

import io.keelson.engine.value.Type;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a provider says objects of one resource type look like.
///
/// @param version raised by the provider when stored states must be upgraded; zero or more
/// @param type the type of every object; the type of `root`, computed once
public record Schema(long version, Block root, Type.ObjectOf type) {

  public Schema(long version, Block root) {
    this(version, root, root.type());
  }

  /// A schema of attributes alone.
  public static Schema of(long version, SortedMap<String, Attribute> attributes) {
    return new Schema(version, new Block(attributes, new TreeMap<>()));
  }
}
