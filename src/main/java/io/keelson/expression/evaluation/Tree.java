package io.keelson.expression.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;

/// A declared tree, compiled. Every part is converted to the type expected of it.
public sealed interface Tree {
  Type expected();

  /// A part without expressions, already converted.
  record Fixed(Value value, Type expected) implements Tree {}

  /// A string with expressions.
  record Leaf(Program program, AttributePath path, Type expected) implements Tree {}

  record Elements(List<Tree> elements, AttributePath path, Type expected) implements Tree {}

  /// @param keys in text order, one for each value
  record Entries(List<String> keys, List<Tree> values, AttributePath path, Type expected)
      implements Tree {}
}
