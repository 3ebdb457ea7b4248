package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Compiles the conditions of one subject. None that follows a wrong one is used.
final class CheckRuleLoader {
  private final ExpressionCompiler compiler;
  private final Subject subject;
  private final Problems problems;

  CheckRuleLoader(ExpressionCompiler compiler, Subject subject, Problems problems) {
    this.compiler = compiler;
    this.subject = subject;
    this.problems = problems.part();
  }

  /// The usable ones of these rules.
  ///
  /// @param path of the list
  List<CheckRule> load(
      List<StackDeclaration.CheckRule> declared, TypeScope scope, AttributePath path) {
    var rules = new ArrayList<CheckRule>();
    for (int i = 0; i < declared.size(); i++)
      load(declared.get(i), scope, path.index(i)).ifPresent(rules::add);
    return rules;
  }

  /// The rule, if it can be used.
  ///
  /// @param path of the rule
  Optional<CheckRule> load(
      StackDeclaration.CheckRule declared, TypeScope scope, AttributePath path) {
    var at = path.attribute("condition");
    // Any type will do here: what is no bool is told as what it is, a wrong condition.
    var condition = compiled(declared.condition(), Types.DYNAMIC, scope, at);
    var message =
        compiled(declared.errorMessage(), Types.STRING, scope, path.attribute("errorMessage"));
    condition.ifPresent(expression -> judge(expression, at));
    return problems.isEmpty() && condition.isPresent() && message.isPresent()
        ? Optional.of(new CheckRule(condition.get(), message.get(), path))
        : Optional.empty();
  }

  /// @param path of what is written
  Optional<Expression> compiled(Value tree, Type expected, TypeScope scope, AttributePath path) {
    var place = new ExpressionCompiler.Place(subject, path);
    return switch (compiler.compile(tree, expected, scope, place)) {
      case ExpressionCompiler.Compiled.Ok(var expression) -> Optional.of(expression);
      case ExpressionCompiler.Compiled.Failed(var diagnostics) -> {
        problems.addAll(diagnostics);
        yield Optional.empty();
      }
    };
  }

  /// @rule R-COND-4
  private void judge(Expression condition, AttributePath path) {
    if (Value.unknown(condition.type()).convert(Types.BOOL)
        instanceof Conversion.NotConvertible(_, var reason))
      problem(path, "It must give true or false: " + reason + ".");
    else if (condition.references().isEmpty())
      problem(
          path,
          "It refers to nothing, so it always gives the same. Refer to what has to hold, or remove"
              + " it.");
  }

  private void problem(AttributePath path, String detail) {
    problems.add(
        Diagnostic.error(Code.CONDITION_EXPRESSION, subject, "Invalid condition", detail).at(path));
  }
}
