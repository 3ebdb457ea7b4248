package io.keelson.engine.config.contract;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// What expressions of a definition see when nothing is known: unknown values that are marked as
/// their declarations say. So it shows which outputs are never shown or stored, whatever is given.
final class UnknownScope implements Scope {
  private final ComponentBody body;
  private final Function<ComponentBody.Variable, Value> given;
  private final Map<Root, Value> known = new HashMap<>();
  private final Map<String, UnknownScope> inside = new HashMap<>();

  UnknownScope(ComponentBody body) {
    this(body, variable -> Value.unknown(variable.type()));
  }

  /// @param given the value of a variable without what the variable itself marks
  private UnknownScope(ComponentBody body, Function<ComponentBody.Variable, Value> given) {
    this.body = body;
    this.given = given;
  }

  Value output(OutputConfig output) {
    var value = value(output.value());
    return output.sensitive() ? value.mark(Marks.sensitive("output." + output.name())) : value;
  }

  @Override
  public Evaluated resolve(Root root) {
    if (root instanceof Root.Local(var name))
      new Scope.LocalOrder(body.locals(), each -> known.containsKey(new Root.Local(each)))
          .upTo(name, each -> once(new Root.Local(each)));
    return once(root);
  }

  private Evaluated once(Root root) {
    var found = known.get(root);
    if (found != null) return Evaluated.of(found);
    // Components may feed each other: what leads back to itself has no marks of its own.
    known.put(root, Value.unknown(Types.DYNAMIC));
    var value = worth(root);
    known.put(root, value);
    return Evaluated.of(value);
  }

  private Value worth(Root root) {
    return switch (root) {
      case Root.Variable(var name) -> variable(name);
      case Root.Local(var name) -> {
        var local = body.locals().get(name);
        yield local == null ? Value.unknown(Types.DYNAMIC) : value(local);
      }
      case Root.Component component -> component(component);
      case Root.Resource(var address) -> resource(address);
      case Root.EachKey _,
          Root.EachValue _,
          Root.CountIndex _,
          Root.Self _,
          Root.Secret _,
          Root.Named _,
          Root.Registered _,
          Root.Outer _,
          Root.Stack _ ->
          Value.unknown(Types.DYNAMIC);
    };
  }

  private Value variable(String name) {
    var variable = body.variables().get(name);
    if (variable == null) return Value.unknown(Types.DYNAMIC);
    return given.apply(variable).mark(variable.marks());
  }

  private static Value resource(ResourceAddress address) {
    var value = Value.unknown(Types.DYNAMIC);
    return address.mode() == ResourceAddress.Mode.EPHEMERAL
        ? value.mark(Marks.ephemeral(address.toString()))
        : value;
  }

  private Value component(Root.Component root) {
    var use = body.components().get(root.name());
    if (use == null) return Value.unknown(Types.DYNAMIC);
    // One for all outputs: each of them may need all outputs of the next component inside.
    var scope =
        inside.computeIfAbsent(
            root.name(), _ -> new UnknownScope(use.body(), variable -> input(use, variable)));
    var outputs = new TreeMap<String, Value>();
    use.body()
        .outputs()
        .forEach((name, output) -> {
          if (root.output().isEmpty() || root.output().get().equals(name))
            outputs.put(name, scope.output(output));
        });
    var whole = Value.object(outputs);
    // How many instances there are nobody knows, so what one of them hides all of them do.
    return use.repetition() instanceof Repetition.Single
        ? whole
        : Value.unknown(Types.DYNAMIC).mark(whole.allMarks());
  }

  private Value input(ComponentConfig use, ComponentBody.Variable variable) {
    var input = use.inputs().get(variable.name());
    return input == null
        ? Value.unknown(variable.type())
        : Value.unknown(variable.type()).mark(value(input).allMarks());
  }

  /// A value that cannot be evaluated has no marks.
  private Value value(Expression expression) {
    return switch (expression.evaluate(this)) {
      case Evaluated.Ok(var value) -> value;
      case Evaluated.Failed _ -> Value.unknown(expression.type());
    };
  }
}
