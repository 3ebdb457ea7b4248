package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Roots with types and values, to compile and evaluate strings on.
public final class Stage implements TypeScope, Scope {
  public static final Place PLACE =
      new Place(
          Subject.of(ResourceAddress.managed("server", "web")),
          AttributePath.of("config").attribute("name"));

  private final CelExpressions compiler = new CelExpressions();
  private final Map<String, Type> types = new HashMap<>();
  private final Map<String, Value> values = new HashMap<>();
  private final Map<String, ProviderFunction> functions = new TreeMap<>();

  /// Adds a root whose declared type is its value's.
  public Stage with(String root, Value value) {
    return with(root, value.type(), value);
  }

  public Stage with(String root, Type type, Value value) {
    types.put(root, type);
    values.put(root, value);
    return this;
  }

  /// Adds a function of the provider `acme`.
  Stage function(String name, ProviderFunction function) {
    functions.put(name, function);
    return this;
  }

  /// The same roots with the same types, each with another value.
  Stage with(UnaryOperator<Value> change) {
    var changed = new Stage();
    changed.functions.putAll(functions);
    types.forEach((root, type) ->
        changed.with(root, type, change.apply(Objects.requireNonNull(values.get(root)))));
    return changed;
  }

  @Override
  public Typing typeOf(Root root) {
    var type = types.get(root.toString());
    if (type != null) return new Typing.Typed(type);
    return root instanceof Root.EachKey || root instanceof Root.CountIndex
        ? new Typing.Unavailable("This resource has no forEach and no count.")
        : new Typing.Undeclared("Declare it.");
  }

  @Override
  public Callable functionOf(String provider, String name) {
    if (!provider.equals("acme"))
      return new Callable.Undeclared("there is no provider '" + provider + "' here", "Install it.");
    var function = functions.get(name);
    return function == null
        ? new Callable.Undeclared(
            "the provider 'acme' has no function '" + name + "'",
            Nearest.advice(name, functions.keySet()))
        : new Callable.Found(function);
  }

  @Override
  public Evaluated resolve(Root root) {
    var value = values.get(root.toString());
    if (value == null) throw new IllegalStateException("nobody checked " + root);
    return Evaluated.of(value);
  }

  public Compiled compile(String text) {
    return compiler.compile(Value.text(text), Types.DYNAMIC, this, PLACE);
  }

  public Compiled compile(Value tree, Type expected) {
    return compiler.compile(tree, expected, this, PLACE);
  }

  public Expression expression(String text) {
    return expression(Value.text(text), Types.DYNAMIC);
  }

  public Expression expression(Value tree, Type expected) {
    var compiled = compile(tree, expected);
    assertThat(compiled).isInstanceOf(Compiled.Ok.class);
    return ((Compiled.Ok) compiled).expression();
  }

  /// The value of an expression, written without `${` and `}`.
  public Value value(String source) {
    var evaluated = expression("${" + source + "}").evaluate(this);
    assertThat(evaluated).isInstanceOf(Evaluated.Ok.class);
    return ((Evaluated.Ok) evaluated).value();
  }

  /// The one diagnostic that compiling or evaluating the declared string gives.
  public Diagnostic problem(String text) {
    return problem(Value.text(text), Types.DYNAMIC);
  }

  Diagnostic problem(Value tree, Type expected) {
    var all = problems(tree, expected);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  public List<Diagnostic> problems(Value tree, Type expected) {
    return switch (compile(tree, expected)) {
      case Compiled.Failed(var diagnostics) -> diagnostics;
      case Compiled.Ok(var expression) ->
          switch (expression.evaluate(this)) {
            case Evaluated.Failed(var diagnostics) -> diagnostics;
            case Evaluated.Ok(var value) -> throw new AssertionError("no problem, but " + value);
          };
    };
  }
}
