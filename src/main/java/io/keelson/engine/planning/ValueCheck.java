package io.keelson.engine.planning;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.InstanceQuota;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.evaluation.MadeValues;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.evaluation.RepetitionEvaluation;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Finds the problems that a stack has whatever its unknown values will be: all attributes of
/// resources are unknown, and marked as their type says.
public final class ValueCheck implements Scope {
  private final StackConfig config;
  private final Schemas schemas;
  private final Map<String, Evaluated> locals = new HashMap<>();
  private final Set<Diagnostic> problems = new LinkedHashSet<>();

  private final PolicyCheck policies;
  private final MadeValues made;
  private final InstanceQuota quota;

  private ValueCheck(StackConfig config, Schemas schemas, Limits limits) {
    this.config = config;
    this.schemas = schemas;
    this.policies = new PolicyCheck(config);
    this.made = new MadeValues(limits.characters());
    this.quota =
        InstanceQuota.of(limits, config, StackState.EMPTY, this::expansion, this::isLooked);
  }

  /// @return each problem once
  public static Collection<Diagnostic> of(StackConfig config, Schemas schemas, Limits limits) {
    var check = new ValueCheck(config, schemas, limits);
    config.resources().values().stream()
        .filter(resource -> check.isLooked(resource.address()))
        .forEach(check::resource);
    config.outputs().values().forEach(check::output);
    return List.copyOf(check.problems);
  }

  private Expansion.Outcome expansion(ResourceConfig resource, Expansion.Room room) {
    return RepetitionEvaluation.of(resource, this, ComponentInstance.ROOT, room);
  }

  /// Whether a resource is checked. One in a component is not: it has values only in a stack that
  /// uses the component.
  private boolean isLooked(ResourceAddress resource) {
    return resource.in().isRoot();
  }

  private void resource(ResourceConfig resource) {
    if (isKnown(resource.repetition())
        && expansion(resource, quota.of(resource.address()))
            instanceof Expansion.Outcome.Failed(var diagnostics)) problems.addAll(diagnostics);
    var body = resource.body().evaluate(this);
    report(body);
    if (body instanceof Evaluated.Ok(var value)
        && resource.address().mode() == ResourceAddress.Mode.MANAGED) policies(resource, value);
  }

  /// @rule R-POL-1
  private void policies(ResourceConfig resource, Value declared) {
    if (policies.isIdle()) return;
    schemas
        .of(resource.address(), resource.providerConfiguration())
        .ifPresent(schema ->
            problems.addAll(PolicyReview.ofDeclared(resource, schema, declared, policies, this)));
  }

  /// Whether the value of a repetition is known, so that it is wrong if it cannot be used.
  private boolean isKnown(Repetition repetition) {
    var evaluated =
        switch (repetition) {
          case Repetition.Single _ -> known(null);
          case Repetition.Count(var number) -> number.evaluate(this);
          case Repetition.ForEach(var collection) -> collection.evaluate(this);
          case Repetition.Enabled(var condition) -> condition.evaluate(this);
        };
    return switch (evaluated) {
      case Evaluated.Failed _ -> true;
      case Evaluated.Ok(var value) -> value.whollyKnown();
    };
  }

  private void output(OutputConfig output) {
    var evaluated = output.value().evaluate(this);
    report(evaluated);
    if (evaluated instanceof Evaluated.Ok(var value))
      OutputPlanner.shownSecret(output, value).ifPresent(problems::add);
  }

  private void report(Evaluated evaluated) {
    if (evaluated instanceof Evaluated.Failed(var diagnostics)) problems.addAll(diagnostics);
  }

  @Override
  public Optional<String> objection(long characters) {
    return made.objection(characters);
  }

  @Override
  public Evaluated resolve(Root root) {
    return switch (root) {
      case Root.Resource(var address) -> Evaluated.of(unknown(config.resources().get(address)));
      case Root.Variable(var name) -> known(config.variables().get(name));
      case Root.Stack(var name) -> known(config.identity().get(name));
      case Root.Local(var name) -> local(name);
      case Root.EachKey _ -> Evaluated.of(Value.unknownNotNull(Types.STRING));
      case Root.CountIndex _ -> Evaluated.of(Value.unknownNotNull(Types.NUMBER));
      case Root.EachValue _,
          Root.Component _,
          Root.Self _,
          Root.Secret _,
          Root.Named _,
          Root.Registered _,
          Root.Outer _ ->
          known(null);
    };
  }

  private static Evaluated known(@Nullable Value value) {
    return Evaluated.of(value == null ? Value.unknown(Types.DYNAMIC) : value);
  }

  private Evaluated local(String name) {
    new Scope.LocalOrder(config.locals(), locals::containsKey)
        .upTo(
            name,
            each ->
                locals.put(each, Objects.requireNonNull(config.locals().get(each)).evaluate(this)));
    var value = locals.get(name);
    return value == null ? known(null) : value;
  }

  private Value unknown(@Nullable ResourceConfig resource) {
    if (resource == null || !(resource.repetition() instanceof Repetition.Single))
      return Value.unknown(Types.DYNAMIC);
    return schemas
        .of(resource.address(), resource.providerConfiguration())
        .map(ValueCheck::unknown)
        .orElseGet(() -> Value.unknown(Types.DYNAMIC));
  }

  private static Value unknown(Schema schema) {
    var attributes = new TreeMap<String, Value>();
    schema.type().attributes().forEach((name, type) -> attributes.put(name, Value.unknown(type)));
    var object = Value.object(attributes);
    return Sensitivity.marked(schema, object, Unmarked.plain(object));
  }
}
