package io.keelson.provider.plugin.wire;

import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.TreeMap;

/// Objects in which nothing is configured. No attribute at all is null, no blocks at all are an
/// empty collection, and a group is always there.
public final class EmptyObject {
  private EmptyObject() {}

  /// An object of the block's type.
  public static Value of(Block block) {
    var values = new TreeMap<String, Value>();
    block
        .attributes()
        .forEach((name, attribute) -> values.put(name, Value.nothing(attribute.type())));
    block.blocks().forEach((name, nested) -> values.put(name, of(nested)));
    return Value.object(values);
  }

  /// No blocks of this kind.
  static Value of(NestedBlock nested) {
    Type.ObjectOf object = nested.block().type();
    boolean dynamic = object.hasDynamic();
    return switch (nested.nesting()) {
      case SINGLE -> Value.nothing(object);
      case GROUP -> of(nested.block());
      case LIST -> dynamic ? Value.tuple(List.of()) : Value.list(object, List.of());
      case SET -> Value.set(object, List.of());
      case MAP -> dynamic ? Value.object(new TreeMap<>()) : Value.map(object, new TreeMap<>());
    };
  }
}
