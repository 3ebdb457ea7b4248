package io.keelson.expression.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.List;
import java.util.Optional;

/// What the parser writes in another way.
final class Macros {
  private Macros() {}

  static List<CelMacro> all() {
    return List.of(
        packing("try", CheckerDeclarations.TRY),
        packing("coalesce", "coalesce"),
        packing("merge", "merge"),
        packing("concat", "concat"),
        CelMacro.newReceiverMacro("sortBy", 2, Macros::expandSortBy));
  }

  /// There are no functions with any number of arguments, so a macro puts them into a list.
  private static CelMacro packing(String name, String function) {
    return CelMacro.newGlobalVarArgMacro(
        name,
        (factory, _, arguments) ->
            arguments.isEmpty()
                ? Optional.empty()
                : Optional.of(factory.newGlobalCall(function, factory.newList(arguments))));
  }

  /// The library's own `sortBy` loses the type of what it sorts.
  private static Optional<CelExpr> expandSortBy(
      CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
    var variable = arguments.get(0);
    if (variable.getKind() != CelExpr.ExprKind.Kind.IDENT) return Optional.empty();
    var name = variable.ident().name();
    var accumulator = factory.getAccumulatorVarName();
    var pair = factory.newList(arguments.get(1), factory.newIdentifier(name));
    var step =
        factory.newGlobalCall("_+_", factory.newIdentifier(accumulator), factory.newList(pair));
    var pairs =
        factory.fold(
            name,
            target,
            accumulator,
            factory.newList(),
            factory.newBoolLiteral(true),
            step,
            factory.newIdentifier(accumulator));
    return Optional.of(factory.newGlobalCall("lists.@sortByAssociatedKeys", pairs));
  }
}
