package io.keelson.expression.cel;

import dev.cel.common.CelIssue;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.expression.value.Problem;
import java.util.regex.Pattern;

/// Puts what CEL's parser and checker say into our words.
final class CelIssues {
  private static final Pattern NO_OVERLOAD =
      Pattern.compile("found no matching overload for '(.+?)' applied to '(.*?)' \\(candid.*");
  private static final Pattern UNDECLARED = Pattern.compile("undeclared reference to '(.+?)'.*");
  private static final Pattern NO_SELECTION =
      Pattern.compile("type '(.+)' does not support field selection");
  private static final Pattern OPERATOR = Pattern.compile("[@_]*([^a-zA-Z_@]+)_?");

  private CelIssues() {}

  static Problem problem(CelIssue issue, int at) {
    var message = issue.getMessage();
    var overload = NO_OVERLOAD.matcher(message);
    if (overload.matches()) return noOverload(overload.group(1), types(overload.group(2)), at);
    var undeclared = UNDECLARED.matcher(message);
    if (undeclared.matches())
      return Problem.expression(
          at,
          "no such function",
          "there is no function '" + undeclared.group(1) + "'",
          Nearest.advice(undeclared.group(1), FunctionNames.ALL));
    var selection = NO_SELECTION.matcher(message);
    if (selection.matches()) return noSelection(types(selection.group(1)), at);
    if (message.contains("recursion limit"))
      return Problem.expression(
          at,
          "expression is nested too deeply",
          "brackets, steps and operators may nest at most %d deep"
              .formatted(CelEnvironment.DEEPEST),
          "Split it over several locals.");
    if (message.startsWith("For input string"))
      return Problem.expression(
          at,
          "number out of range",
          "a number without a decimal point has 64 bits in an expression",
          "Write number('…') for a larger one.");
    if (message.contains("mismatched input '<EOF>'"))
      return Problem.expression(at, "unreadable expression", "the expression ends too early", "");
    return Problem.expression(at, "unreadable expression", shortened(message), "");
  }

  private static Problem noOverload(String function, String types, int at) {
    var name = OPERATOR.matcher(function);
    var readable = name.matches() ? name.group(1) : function.replace("@", "");
    var advice =
        function.equals("_+_") && types.contains("string") && types.contains("number")
            ? "Make text of the number with toString(…)."
            : "";
    return Problem.expression(
        at, "wrong operands", "'" + readable + "' does not take " + types, advice);
  }

  private static Problem noSelection(String type, int at) {
    var advice = "";
    if (type.equals("string"))
      advice = "map and filter over a map walk its keys: use values(…) to walk its values.";
    if (type.startsWith("list")) advice = "Use .map(x, x.name) for the attribute of every element.";
    return Problem.expression(at, "no attributes", "a value of type " + type + " has none", advice);
  }

  /// Our names for CEL's types.
  private static String types(String text) {
    return text.replaceAll("wrapper\\((\\w+)\\)", "$1")
        .replaceAll("\\bdouble\\b|\\bint\\b", "number")
        .replaceAll("\\bdyn\\b", "any")
        .replaceAll("%\\w+", "any");
  }

  private static String shortened(String message) {
    int expecting = message.indexOf(" expecting ");
    var shorter = expecting < 0 ? message : message.substring(0, expecting);
    return shorter.replace('\n', ' ').replace("@", "");
  }
}
