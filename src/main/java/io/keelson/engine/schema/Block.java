package io.keelson.engine.schema;

import io.keelson.engine.value.Type;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Attributes and nested blocks. Their names do not overlap.
public record Block(
    SortedMap<String, Attribute> attributes, SortedMap<String, NestedBlock> blocks) {
  public Block {
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    blocks = Collections.unmodifiableSortedMap(new TreeMap<>(blocks));
  }

  /// The type of an object that follows this block.
  public Type.ObjectOf type() {
    var types = new TreeMap<String, Type>();
    attributes.forEach((name, attribute) -> types.put(name, attribute.type()));
    blocks.forEach((name, block) -> types.put(name, block.type()));
    return Type.object(types);
  }
}
