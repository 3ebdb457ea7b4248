package io.keelson.expression.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import io.keelson.engine.value.Type;
import io.keelson.expression.evaluation.PlannedNode;
import java.util.List;
import java.util.Optional;

/// A parsed expression whose traversals are planned already, each with a variable in its place, and
/// so are its calls of providers' functions.
///
/// @param tree what is left for CEL to check
/// @param traversals what the variable with each number stands for
/// @param calls what the function with each number stands for
record FoldedExpression(
    CelAbstractSyntaxTree tree,
    SourcePositions positions,
    List<PlannedNode> traversals,
    List<ProviderFunctionCall> calls) {
  /// The variable for a traversal; no source can spell it.
  static String variable(int number) {
    return "@r" + number;
  }

  /// The function for a call of a provider's function; no source can spell it.
  static String function(int number) {
    return "@f" + number;
  }

  /// What a function stands for; empty if it is one of the language.
  Optional<ProviderFunctionCall> called(String function) {
    for (int i = 0; i < calls.size(); i++)
      if (function.equals(function(i))) return Optional.of(calls.get(i));
    return Optional.empty();
  }

  /// The types of its traversals. Together with its calls, all that checking depends on beside the
  /// source.
  List<Type> types() {
    return traversals.stream().map(PlannedNode::type).toList();
  }
}
