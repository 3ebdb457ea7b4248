package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An expression of a component's body where the component is used: its problems are told with the
/// way to the component.
public record PlacedExpression(Expression expression, ComponentPath path) implements Expression {
  /// Returns the expression itself where nothing has to be added.
  public static Expression of(Expression expression, ComponentPath path) {
    return path.isRoot() || expression instanceof Constant
        ? expression
        : new PlacedExpression(expression, path);
  }

  @Override
  public Type type() {
    return expression.type();
  }

  @Override
  public List<Reference> references() {
    return expression.references();
  }

  @Override
  public Optional<Reference> named() {
    return expression.named();
  }

  @Override
  public Optional<Expression> attribute(String name) {
    return expression.attribute(name).map(each -> of(each, path));
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    var evaluated = expression.evaluate(scope);
    return evaluated instanceof Evaluated.Failed ? placed(new Heard(scope)) : evaluated;
  }

  /// Evaluates once more to tell the expression's own problems from those of what it names.
  private Evaluated placed(Heard scope) {
    return switch (expression.evaluate(scope)) {
      case Evaluated.Ok ok -> ok;
      case Evaluated.Failed(var problems) ->
          new Evaluated.Failed(
              problems.stream()
                  .map(each -> scope.elsewhere.contains(each) ? each : each.in(path))
                  .toList());
    };
  }

  /// A scope that remembers the problems behind names.
  private static final class Heard implements Scope {
    private final Scope scope;
    private final Set<Diagnostic> elsewhere = Collections.newSetFromMap(new IdentityHashMap<>());

    Heard(Scope scope) {
      this.scope = scope;
    }

    @Override
    public Evaluated resolve(Root root) {
      var evaluated = scope.resolve(root);
      if (evaluated instanceof Evaluated.Failed(var problems)) elsewhere.addAll(problems);
      return evaluated;
    }

    @Override
    public void goOn() {
      scope.goOn();
    }

    @Override
    public Optional<String> objection(long characters) {
      return scope.objection(characters);
    }
  }
}
