package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Puts what policies demand into what is declared, before anything is compared with it. A policy
/// sees what those before it have put there.
///
/// @rule R-POL-3
final class Remediation {
  private final InstanceAddress at;
  private final Schema schema;
  private final Scope scope;
  private final List<Diagnostic> problems = new ArrayList<>();
  private Mapping declared;

  private Remediation(InstanceAddress at, Schema schema, Scope scope, Mapping declared) {
    this.at = at;
    this.schema = schema;
    this.scope = scope;
    this.declared = declared;
  }

  /// @param declared an object of the schema's type, with its marks
  /// @return the same with other values; failed if one cannot be put there
  static Evaluated of(
      InstanceAddress at, List<PolicyConfig> policies, Schema schema, Scope scope, Value declared) {
    if (policies.isEmpty() || !(declared instanceof Mapping mapping)) return Evaluated.of(declared);
    var remediation = new Remediation(at, schema, scope, mapping);
    for (PolicyConfig policy : policies)
      if (policy.exemption(at).isEmpty())
        policy.rules().forEach(rule -> remediation.apply(policy, rule));
    return remediation.problems.isEmpty()
        ? Evaluated.of(remediation.declared)
        : new Evaluated.Failed(remediation.problems);
  }

  /// Which policy gives each of the attributes of an instance its value, where one does.
  static SortedMap<String, String> setBy(InstanceAddress at, List<PolicyConfig> policies) {
    var names = new TreeMap<String, String>();
    for (PolicyConfig policy : policies)
      if (policy.exemption(at).isEmpty())
        policy
            .rules()
            .forEach(rule -> rule.set().keySet().forEach(each -> names.put(each, policy.name())));
    return names;
  }

  private void apply(PolicyConfig policy, PolicyConfig.Rule rule) {
    if (rule.set().isEmpty()) return;
    var values = new TreeMap<String, Value>();
    var names = new Names(at, declared, scope);
    rule.set()
        .forEach((attribute, expression) ->
            value(attribute, expression, names, why -> refuse(policy, rule, attribute, why))
                .ifPresent(value -> values.put(attribute, value)));
    var keys = declared.keys();
    var all = new ArrayList<Value>();
    for (String key : keys) all.add(values.getOrDefault(key, declared.get(key)));
    declared = Mapping.object(schema.type(), all.toArray(Value[]::new));
  }

  private Optional<Value> value(
      String attribute, Expression expression, Scope names, Consumer<String> refusal) {
    var type = type(attribute);
    if (type.isEmpty()) {
      refusal.accept("the type " + at.resource().type() + " has no such argument");
      return Optional.empty();
    }
    return switch (expression.evaluate(names)) {
      case Evaluated.Failed(var why) -> {
        refusal.accept("its value cannot be evaluated: " + why.getFirst().detail());
        yield Optional.empty();
      }
      case Evaluated.Ok(var value) ->
          switch (value.convert(type.get())) {
            case Conversion.Converted(var converted) -> Optional.of(converted);
            case Conversion.NotConvertible(_, var reason) -> {
              refusal.accept("its value does not fit: " + reason);
              yield Optional.empty();
            }
          };
    };
  }

  /// The type of an argument; empty if there is none of that name.
  private Optional<Type> type(String name) {
    var attribute = schema.root().attributes().get(name);
    var block = schema.root().blocks().get(name);
    if (block != null) return Optional.of(block.type());
    return Optional.ofNullable(attribute)
        .filter(each -> each.presence().configurable())
        .map(Attribute::type);
  }

  private void refuse(PolicyConfig policy, PolicyConfig.Rule rule, String attribute, String why) {
    problems.add(
        Diagnostic.error(
                Code.POLICY,
                Subject.of(at),
                "Policy %s, rule %s cannot be followed".formatted(policy.name(), rule.name()),
                "The policy is to set %s, but %s. Whoever looks after the policy has to mend it, or to limit the types that it is about."
                    .formatted(attribute, why))
            .at(AttributePath.of(attribute)));
  }

  /// What the values may name. They are kept, so how much they are counts.
  private record Names(InstanceAddress at, Value declared, Scope stack) implements Scope {
    @Override
    public Evaluated resolve(Root root) {
      if (!(root instanceof Root.Named(var name))) return stack.resolve(root);
      return Evaluated.of(name.equals("config") ? declared : resource());
    }

    private Value resource() {
      return Value.object(
          Map.of(
              "address", Value.text(at.toString()),
              "type", Value.text(at.resource().type()),
              "name", Value.text(at.resource().name())));
    }

    @Override
    public void goOn() {
      stack.goOn();
    }

    @Override
    public Optional<String> objection(long characters) {
      return stack.objection(characters);
    }
  }
}
