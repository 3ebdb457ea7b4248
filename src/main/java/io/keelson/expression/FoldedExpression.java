package io.keelson.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import io.keelson.engine.value.Type;
import java.util.List;

/// A parsed expression whose traversals are planned already, each with a variable in its place.
///
/// @param tree what is left for CEL to check
/// @param traversals what the variable with each number stands for
record FoldedExpression(
    CelAbstractSyntaxTree tree, SourcePositions positions, List<Planned> traversals) {
  /// The variable for a traversal; no source can spell it.
  static String variable(int number) {
    return "@r" + number;
  }

  /// All that checking depends on beside the source.
  List<Type> types() {
    return traversals.stream().map(Planned::type).toList();
  }
}
