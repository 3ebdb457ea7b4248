package io.keelson.expression;

import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;

/// One evaluation of one program in one scope.
final class Evaluator {
  private final Scope scope;

  Evaluator(Scope scope) {
    this.scope = scope;
  }

  /// @throws Problem for a user's mistake
  /// @throws ScopeFailure if a reference has no value
  Value evaluate(Node node) {
    return switch (node) {
      case Node.Literal(Value value) -> value;
      case Node.Resolve resolve -> resolve(resolve);
      case Node.Select select ->
          Steps.attribute(evaluate(select.operand()), select.name(), select.what(), select.at());
      case Node.Element element ->
          Steps.element(evaluate(element.operand()), element.index(), element.what(), element.at());
      case Node.Index index -> index(index);
      case Node.Template template -> Interpolation.text(template, this);
    };
  }

  private Value resolve(Node.Resolve resolve) {
    return switch (scope.resolve(resolve.root())) {
      case Evaluated.Ok(Value value) -> value;
      case Evaluated.Failed failed -> throw new ScopeFailure(failed.diagnostics());
    };
  }

  private Value index(Node.Index index) {
    var operand = evaluate(index.operand());
    var key = evaluate(index.key());
    return Steps.element(operand, key, index.what(), index.at()).mark(key.marks());
  }
}
