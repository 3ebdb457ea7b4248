package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Expansion;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PriorObjects;
import io.keelson.engine.plan.ResourceValues;
import io.keelson.engine.plan.StackScope;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What expressions see while a plan is applied.
final class AppliedValues {
  private final StackConfig config;
  private final Plan plan;
  private final Working working;
  private final PriorObjects priors;
  private final StackScope scope;
  private final Map<ResourceAddress, Expansion.Outcome> expansions = new ConcurrentHashMap<>();

  AppliedValues(StackConfig config, Plan plan, Working working, PriorObjects priors) {
    this.config = config;
    this.plan = plan;
    this.working = working;
    this.priors = priors;
    this.scope =
        new StackScope(config, new ResourceValues(this::expansion, this::value, this::isSettled));
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
    var expansion = Expansion.of(declared, scope);
    expansions.put(resource, expansion);
    return expansion;
  }

  /// The new state of what this run has converged, what it or the plan has read of data sources,
  /// the prior state of what stays as it is. What is still to come shows as planned: only who names
  /// another instance of the same resource gets to see it.
  ///
  /// @rule R-UNK-7
  private Value value(InstanceAddress at) {
    return working
        .value(at)
        .or(() -> Optional.ofNullable(plan.data().get(at)))
        .or(() -> change(at).flatMap(Change::after))
        .orElseGet(() -> priors.value(at, plan.refreshed().instance(at)));
  }

  private boolean isSettled(InstanceAddress at) {
    return working.value(at).isPresent() || change(at).map(Change::isNoOp).orElse(true);
  }

  /// Empty if nothing was planned for the instance.
  private Optional<Change> change(InstanceAddress at) {
    return Optional.ofNullable(plan.changes().get(ObjectRef.current(at)));
  }
}
