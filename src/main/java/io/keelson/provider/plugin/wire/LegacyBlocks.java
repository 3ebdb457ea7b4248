package io.keelson.provider.plugin.wire;

import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;

/// Mends what providers on the older SDK answer: they do not know the difference between no blocks
/// and a null collection of blocks. Attributes stay as they are.
public final class LegacyBlocks {
  private LegacyBlocks() {}

  /// The same instance if there is nothing to mend.
  public static Value mend(Block block, Value value) {
    if (block.blocks().isEmpty() || !(value instanceof Mapping object)) return value;
    return object.mapValues((name, each) -> {
      var nested = block.blocks().get(name);
      return nested == null ? each : mend(nested, each);
    });
  }

  private static Value mend(NestedBlock nested, Value value) {
    boolean open = nested.nesting() != Nesting.SINGLE && nested.block().type().hasDynamic();
    if (value.isNull())
      return open || nested.nesting() == Nesting.SINGLE ? value : EmptyObject.of(nested);
    return switch (value) {
      case Sequence blocks -> {
        var mended = blocks.elements().stream().map(each -> mend(nested.block(), each)).toList();
        yield mended.equals(blocks.elements()) ? blocks : blocks.withElements(mended);
      }
      case Mapping blocks when nested.nesting() == Nesting.MAP ->
          blocks.mapValues((_, each) -> mend(nested.block(), each));
      default -> mend(nested.block(), value);
    };
  }
}
