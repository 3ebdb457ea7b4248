package io.keelson.expression.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.value.Borders;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.CallFailure;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Problem;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/// A call of a provider's function, `provider.time.rfc3339_parse(…)`.
///
/// @param name as written before the parenthesis
/// @param count how many arguments it has
record ProviderFunctionCall(String name, int count, ProviderFunction function) implements Function {
  /// How the names of all functions of providers begin.
  static final String ROOT = "provider";

  private static final String SUMMARY = "provider function refused";

  /// A call as written, before anything is checked.
  ///
  /// @param count how many arguments it has
  /// @param at where it stands in the declared string
  record Written(String provider, String function, int count, int at) {
    String name() {
      return ROOT + "." + provider + "." + function;
    }

    /// @throws Problem if there is no such function, or it cannot be called here
    ProviderFunctionCall planned(TypeScope types) {
      return switch (types.functionOf(provider, function)) {
        case Callable.Found(var found) -> new ProviderFunctionCall(name(), count, found);
        case Callable.Undeclared(var reason, var remedy) ->
            throw new Problem(Code.UNDECLARED, at, "no such function", reason, remedy);
        case Callable.Unavailable(var reason) ->
            throw Problem.badReference(
                at, "function not available here", name() + " cannot be called here", reason);
        case Callable.Broken(var configuration) ->
            throw new Problem(
                Code.BROKEN_REFERENCE,
                at,
                "its provider cannot be used",
                "the provider configuration '" + configuration + "' has a problem of its own",
                "It is told there. Mend that; nothing else may be wrong here.");
      };
    }
  }

  /// What CEL's checker is told: it leaves the arguments to [#check].
  ///
  /// @param as the name in the folded expression
  CelFunctionDecl declared(String as) {
    var parameters = Collections.nCopies(count, SimpleType.DYN).toArray(CelType[]::new);
    var result = TypeMapping.toCel(function.signature().result());
    return CheckerDeclarations.function(as, CheckerDeclarations.global(as, result, parameters));
  }

  /// Says now what can never fit, not when the values are there.
  ///
  /// @throws Problem if the function does not take such arguments
  void check(List<PlannedNode> arguments, int at) {
    var values =
        arguments.stream()
            .map(argument ->
                argument.node() instanceof Node.Literal(Value value)
                    ? value
                    : Value.unknown(argument.type()))
            .toList();
    if (function.signature().fit(values)
        instanceof FunctionSignature.Fit.Refused(var argument, var reason))
      throw refused(argument, reason, at);
  }

  @Override
  public Value apply(Call call) {
    var arguments = call.arguments().stream().map(each -> Borders.leave(each, call.at())).toList();
    return switch (function.call(arguments)) {
      case FunctionAnswer.Returned(var value) -> value;
      case FunctionAnswer.Refused(var argument, var reason) ->
          throw refused(argument, call.marked() ? "" : reason, call.at());
      case FunctionAnswer.Failed(var diagnostics) ->
          throw new CallFailure(name, diagnostics, call.marked(), call.at());
    };
  }

  /// @param reason empty if it may show what is sensitive
  private Problem refused(OptionalInt argument, String reason, int at) {
    var whom =
        argument.isPresent() && function.signature().at(argument.getAsInt()).isPresent()
            ? "argument %d ('%s')"
                .formatted(
                    argument.getAsInt() + 1,
                    function.signature().at(argument.getAsInt()).get().name())
            : "these arguments";
    var why =
        reason.isEmpty() ? "the reason is not told, because an argument is sensitive" : reason;
    return Problem.expression(
        at,
        SUMMARY,
        name + " does not take " + whom + ": " + withoutStop(why),
        "It is " + function.signature().shown(name) + ".");
  }

  private static String withoutStop(String sentence) {
    var stripped = sentence.strip();
    return stripped.endsWith(".") ? stripped.substring(0, stripped.length() - 1) : stripped;
  }
}
