package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.PlacedExpression;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// What expressions see in one instance of a component, or in the stack itself. Locals, inputs and
/// outputs are evaluated at their first use and then kept: whoever uses one has waited for
/// everything that stands behind it.
///
/// @rule R-CMP-3
final class ComponentScope implements Scope {
  private final StackScope stack;
  private final ComponentInstance at;
  private final SortedMap<String, Expression> expressions;
  private final Optional<Use> use;
  private final Scope.LocalOrder order;
  private final Map<String, Evaluated> locals = new ConcurrentHashMap<>();
  private final Map<String, Expansion.Outcome> expansions = new ConcurrentHashMap<>();
  private final Map<Root.Component, Evaluated> outputs = new ConcurrentHashMap<>();

  /// How a component instance came to be.
  private record Use(ComponentBody body, ComponentInputs inputs) {}

  /// The stack itself.
  ComponentScope(StackScope stack, SortedMap<String, Expression> locals) {
    this.stack = stack;
    this.at = ComponentInstance.ROOT;
    this.expressions = locals;
    this.order = new Scope.LocalOrder(locals, this.locals::containsKey);
    this.use = Optional.empty();
  }

  private ComponentScope(StackScope stack, ComponentInstance at, Use use) {
    this.stack = stack;
    this.at = at;
    this.expressions = use.body().locals();
    this.order = new Scope.LocalOrder(expressions, locals::containsKey);
    this.use = Optional.of(use);
  }

  @Override
  public void goOn() {
    stack.goOn();
  }

  @Override
  public Optional<String> objection(long characters) {
    return stack.objection(characters);
  }

  @Override
  public Evaluated resolve(Root root) {
    return switch (root) {
      case Root.Resource(var address) -> stack.resource(address.within(at.path()), at.keys());
      case Root.Variable(var name) ->
          use.isEmpty() ? stack.variable(name) : use.get().inputs().of(name);
      case Root.Local(var name) -> local(name);
      case Root.Component component -> known(outputs, component, () -> outputs(component));
      case Root.Registered(var address) -> stack.registered(address.within(at.path()), at.keys());
      case Root.Stack(var name) -> stack.identity(name);
      case Root.Outer(int depth, var outer) -> around(depth).resolve(outer);
      case Root.EachKey _, Root.EachValue _, Root.CountIndex _, Root.Self _ ->
          throw new IllegalStateException(root + " outside of an instance");
      case Root.Named _ -> throw new IllegalStateException(root + " outside of a policy");
      case Root.Secret _ ->
          throw new IllegalStateException(root + " outside of a provider configuration");
    };
  }

  /// What is seen in a component around this one, next to the one on the way here.
  ///
  /// @rule R-TRF-2
  private Scope around(int depth) {
    var outer =
        stack.of(new ComponentInstance(at.path().first(depth), at.keys().subList(0, depth)));
    return switch (outer.expansion(at.path().names().get(depth))) {
      case Expansion.Outcome.Failed(var problems) -> _ -> new Evaluated.Failed(problems);
      case Expansion.Outcome.Expanded(var expansion) ->
          outer.within(Objects.requireNonNull(expansion.members().get(at.keys().get(depth))));
    };
  }

  /// This scope, with what `each` and `count` mean for one instance.
  Scope within(Expansion.Member member) {
    return new Scope() {
      @Override
      public Evaluated resolve(Root root) {
        return switch (root) {
          case Root.EachKey _, Root.CountIndex _ -> Evaluated.of(member.keyValue());
          case Root.EachValue _ -> Evaluated.of(member.value());
          default -> ComponentScope.this.resolve(root);
        };
      }

      @Override
      public void goOn() {
        stack.goOn();
      }

      @Override
      public Optional<String> objection(long characters) {
        return stack.objection(characters);
      }
    };
  }

  /// Evaluates a value once. This does not use `computeIfAbsent`, because the evaluation may ask
  /// for other values of the same map.
  private static <K> Evaluated known(
      Map<K, Evaluated> all, K name, Supplier<Evaluated> evaluation) {
    var known = all.get(name);
    if (known != null) return known;
    var evaluated = evaluation.get();
    all.put(name, evaluated);
    return evaluated;
  }

  private Evaluated local(String name) {
    order.upTo(
        name,
        each ->
            known(
                locals,
                each,
                () -> placed(Objects.requireNonNull(expressions.get(each))).evaluate(this)));
    var value = locals.get(name);
    return value == null ? StackScope.undeclared("local", name) : value;
  }

  private Expression placed(Expression expression) {
    return PlacedExpression.of(expression, at.path());
  }

  /// The instances of a component in this one.
  ///
  /// @rule R-CMP-6
  Expansion.Outcome expansion(String name) {
    var known = expansions.get(name);
    if (known != null) return known;
    var path = at.path().component(name);
    var config = stack.components().get(path);
    if (config == null) return new Expansion.Outcome.Failed(List.of(broken(path)));
    var place = new Place(Subject.of(path), AttributePath.ROOT);
    var expansion =
        AddressLimit.within(
            RepetitionEvaluation.of(config.repetition(), this, place, stack.room()),
            place,
            key -> at.component(name, key).toString());
    expansions.put(name, expansion);
    return expansion;
  }

  private static Diagnostic broken(ComponentPath path) {
    return Diagnostic.error(
        Code.BROKEN_REFERENCE,
        Subject.of(path),
        "The component cannot be used",
        "It has a problem of its own, which is told there. Until it is solved nothing is planned"
            + " for what needs it.");
  }

  /// One instance of a component in this one.
  ComponentScope inside(String name, Expansion.Member member) {
    var path = at.path().component(name);
    var config = stack.components().get(path);
    if (config == null) throw new IllegalStateException("not declared: " + path);
    return stack.scope(
        at.component(name, member.key()),
        instance ->
            new ComponentScope(
                stack,
                instance,
                new Use(config.body(), new ComponentInputs(path, config, within(member)))));
  }

  /// The outputs of all instances of a component: an object; with `count` a tuple of objects; with
  /// `forEach` an object of objects; null if it is not `enabled`.
  ///
  /// @rule R-CMP-4
  private Evaluated outputs(Root.Component component) {
    return switch (expansion(component.name())) {
      case Expansion.Outcome.Failed(var diagnostics) -> new Evaluated.Failed(diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        var problems = new ArrayList<Diagnostic>();
        var value = outputs(component, expansion, problems).mark(expansion.marks());
        yield problems.isEmpty() ? Evaluated.of(value) : new Evaluated.Failed(problems);
      }
    };
  }

  private Value outputs(Root.Component component, Expansion expansion, List<Diagnostic> problems) {
    var all = new TreeMap<InstanceKey, Value>();
    expansion
        .members()
        .forEach((key, member) ->
            all.put(key, inside(component.name(), member).outputs(component.output(), problems)));
    return expansion.whole(all);
  }

  private Value outputs(Optional<String> only, List<Diagnostic> problems) {
    var values = new TreeMap<String, Value>();
    use.orElseThrow()
        .body()
        .outputs()
        .forEach((name, output) -> {
          if (only.isPresent() && !only.get().equals(name)) return;
          switch (output(output)) {
            case Evaluated.Ok(var value) -> values.put(name, value);
            case Evaluated.Failed(var why) -> {
              problems.addAll(why);
              values.put(name, Value.nothing(Types.DYNAMIC));
            }
          }
        });
    return Value.object(values);
  }

  /// @rule R-COND-8
  private Evaluated output(OutputConfig output) {
    var rules = CheckRule.within(at.path(), output.preconditions());
    var subject = Subject.part("output", output.name()).in(at.path());
    var check = ConditionCheck.of(ConditionCheck.Kind.PRECONDITION, subject, rules, this);
    if (check.failed()) return new Evaluated.Failed(check.diagnostics());
    var value = placed(output.value()).evaluate(this);
    return output.sensitive()
        ? value.then(each -> Evaluated.of(each.mark(Marks.sensitive("output." + output.name()))))
        : value;
  }

  /// The outputs that can be evaluated.
  SortedMap<String, Value> given(Collection<String> names) {
    var given = new TreeMap<String, Value>();
    var all = use.orElseThrow().body().outputs();
    for (String each : names)
      if (output(Objects.requireNonNull(all.get(each))) instanceof Evaluated.Ok(var value))
        given.put(each, value);
    return given;
  }

  /// What is wrong with anything that is given to this instance or that it gives.
  ///
  /// @param variables those of which everything behind them is there
  /// @param outputs likewise
  List<Diagnostic> problems(Collection<String> variables, Collection<String> outputs) {
    var problems = new ArrayList<Diagnostic>();
    var body = use.orElseThrow().body();
    for (String each : variables)
      if (use.get().inputs().of(each) instanceof Evaluated.Failed(var why)) problems.addAll(why);
    for (String each : outputs)
      if (output(Objects.requireNonNull(body.outputs().get(each)))
          instanceof Evaluated.Failed(var why)) problems.addAll(why);
    return problems;
  }
}
