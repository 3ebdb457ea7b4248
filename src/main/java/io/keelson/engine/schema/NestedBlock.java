package io.keelson.engine.schema;

import io.keelson.engine.value.Type;

/// A block inside a block.
///
/// @param min how many the user must write
/// @param max how many the user may write; 0 means any number
public record NestedBlock(Nesting nesting, Block block, int min, int max) {
  public Type type() {
    return NestedTypes.held(nesting, block.type());
  }
}
