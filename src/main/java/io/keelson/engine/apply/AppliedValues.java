package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.evaluation.ResourceValues;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.reading.OpenEphemerals;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// What expressions see while a plan is applied.
final class AppliedValues {
  private final StackConfig config;
  private final Plan plan;
  private final AppliedState applied;
  private final PriorObjects priors;
  private final OpenEphemerals ephemerals;
  private final AppliedPrograms programs;
  private final Limits limits;
  private final StackScope scope;
  private final Map<ResourceAddress, Expansion.Outcome> expansions = new ConcurrentHashMap<>();

  AppliedValues(
      StackConfig config,
      Plan plan,
      AppliedState applied,
      PriorObjects priors,
      OpenEphemerals ephemerals,
      AppliedPrograms programs,
      Limits limits) {
    this.programs = programs;
    this.ephemerals = ephemerals;
    this.limits = limits;
    this.config = config;
    this.plan = plan;
    this.applied = applied;
    this.priors = priors;
    this.scope =
        new StackScope(
            config,
            new ResourceValues(this::visible, this::valueOf, this::isSettled),
            limits::objection,
            programs::registered);
  }

  StackScope scope() {
    return scope;
  }

  /// The instances of a declared resource, evaluated once.
  Expansion.Outcome expansion(ResourceAddress resource) {
    var known = expansions.get(resource);
    if (known != null) return known;
    var declared = config.resources().get(resource);
    if (declared == null) throw new IllegalStateException("not declared: " + resource);
    var expansion = scope.expansion(declared, limits::objection);
    expansions.put(resource, expansion);
    return expansion;
  }

  /// The instances that others see: where only a part was planned, those that exist then.
  ///
  /// @rule R-TGT-4
  private Expansion.Outcome visible(ResourceAddress resource) {
    var outcome = expansion(resource);
    if (!plan.partial() || resource.mode() != ResourceAddress.Mode.MANAGED) return outcome;
    return switch (outcome) {
      case Expansion.Outcome.Expanded(var expansion) ->
          expansion.existing(resource, existing(resource, expansion), limits::objection);
      case Expansion.Outcome.Failed failed -> failed;
    };
  }

  private SortedSet<InstanceKey> existing(ResourceAddress resource, Expansion expansion) {
    var keys = new TreeSet<>(expansion.members().keySet());
    resource.instancesIn(plan.refreshed().instances()).keySet().forEach(at -> keys.add(at.key()));
    keys.removeIf(key -> !exists(resource.instance(key)));
    return keys;
  }

  private boolean exists(InstanceAddress at) {
    return change(at)
        .map(change -> change.isNoOp() || change.after().isPresent())
        .orElseGet(() -> plan.refreshed().instance(at).current().isPresent());
  }

  private Evaluated valueOf(InstanceAddress at) {
    if (isEphemeral(at)) return ephemeral(at);
    return programs.value(at).orElseGet(() -> Evaluated.of(value(at)));
  }

  /// The value of something that a program has registered; empty if it is not as it was registered.
  /// What the plan leaves out is as it is recorded, whatever was registered.
  Optional<Value> ofRegistered(InstanceAddress at) {
    boolean leftOut = plan.partial() && change(at).isEmpty();
    boolean stays = leftOut ? exists(at) : change(at).filter(Change::isNoOp).isPresent();
    return applied.value(at).or(() -> stays ? Optional.of(value(at)) : Optional.empty());
  }

  private static boolean isEphemeral(InstanceAddress at) {
    return at.resource().mode() == ResourceAddress.Mode.EPHEMERAL;
  }

  /// What is ephemeral is opened when something needs it for the first time.
  ///
  /// @rule R-WO-4
  private Evaluated ephemeral(InstanceAddress at) {
    var declared = config.resources().get(at.resource());
    if (declared == null) throw new IllegalStateException("not declared: " + at);
    return switch (expansion(at.resource())) {
      case Expansion.Outcome.Failed(var diagnostics) -> new Evaluated.Failed(diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        var member = Optional.ofNullable(expansion.members().get(at.key())).orElseThrow();
        var names = scope.within(at.resource(), member);
        yield ephemerals.evaluated(at, ephemerals.of(at, () -> opened(declared, at, names)));
      }
    };
  }

  private Answer<OpenEphemerals.Usable> opened(
      ResourceConfig declared, InstanceAddress at, Scope names) {
    var before = ConditionCheck.preconditions(declared, at, names);
    note(declared, at, before);
    if (before.failed()) return new Answer.Failed<>(before.diagnostics());
    return ephemerals
        .open(declared, at, names, false)
        .then(usable -> {
          applied.report(usable.warnings());
          var after = ConditionCheck.postconditions(declared, at, names, usable.value());
          note(declared, at, after);
          return after.failed() ? new Answer.Failed<>(after.diagnostics()) : Answer.of(usable);
        });
  }

  private void note(ResourceConfig declared, InstanceAddress at, CheckResult result) {
    if (declared.hasConditions()) applied.check(at, result.status());
  }

  /// The new state of what this run has converged, what it or the plan has read of data sources,
  /// the prior state of what stays as it is. What is still to come shows as planned: only who names
  /// another instance of the same resource gets to see it.
  ///
  /// @rule R-UNK-7
  private Value value(InstanceAddress at) {
    return applied
        .value(at)
        .or(() -> Optional.ofNullable(plan.data().get(at)))
        .or(() -> change(at).flatMap(Change::after))
        .orElseGet(() -> priors.value(at, plan.refreshed().instance(at)));
  }

  private boolean isSettled(InstanceAddress at) {
    if (isEphemeral(at)) return false;
    return applied.value(at).isPresent() || change(at).map(Change::isNoOp).orElse(true);
  }

  /// Empty if nothing was planned for the instance.
  private Optional<Change> change(InstanceAddress at) {
    return Optional.ofNullable(plan.changes().get(ObjectRef.current(at)));
  }
}
