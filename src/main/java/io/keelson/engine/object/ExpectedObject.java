package io.keelson.engine.object;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Objects;

/// What a new object would be as far as its configuration tells, without asking its provider: what
/// that may fill in is not known.
final class ExpectedObject {
  private ExpectedObject() {}

  /// @param config an object of the schema's type, with its marks
  static Value of(Schema schema, Mapping config) {
    var values = new Value[config.size()];
    for (int i = 0; i < values.length; i++)
      values[i] = expected(schema.root(), config.key(i), config.value(i));
    return Mapping.object(schema.type(), values);
  }

  private static Value expected(Block root, String name, Value value) {
    var attribute = root.attributes().get(name);
    if (attribute != null)
      return isFilledIn(attribute, value)
          ? Value.unknown(attribute.type()).mark(value.allMarks())
          : value;
    var nested = Objects.requireNonNull(root.blocks().get(name));
    return fillsIn(nested.block()) ? Value.unknown(nested.type()).mark(value.allMarks()) : value;
  }

  private static boolean isFilledIn(Attribute attribute, Value value) {
    if (value.isNull()) return attribute.presence().computed();
    return attribute.shape() instanceof Shape.Nested nested && fillsIn(nested.block());
  }

  /// Whether a provider may fill in anything.
  private static boolean fillsIn(Block block) {
    return block.attributes().values().stream()
            .anyMatch(each ->
                each.presence().computed()
                    || each.shape() instanceof Shape.Nested nested && fillsIn(nested.block()))
        || block.blocks().values().stream()
            .map(NestedBlock::block)
            .anyMatch(ExpectedObject::fillsIn);
  }
}
