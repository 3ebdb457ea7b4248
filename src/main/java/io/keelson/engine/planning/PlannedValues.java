package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What resources have to say to those that refer to them while they are planned: their instances,
/// and the value of each.
final class PlannedValues {
  private final PlanOptions options;
  private final Selection selection;
  private final Findings findings;
  private final Map<ResourceAddress, Expansion> expansions = new ConcurrentHashMap<>();
  private @Nullable Recorded recorded;

  /// @param state at the addresses that the stack has now
  /// @param objects gives what is recorded its values
  private record Recorded(StackState state, PriorObjects objects) {}

  PlannedValues(PlanOptions options, Selection selection, Findings findings) {
    this.options = options;
    this.selection = selection;
    this.findings = findings;
  }

  /// The same values, of a plan of which something else was found out.
  PlannedValues with(Selection others, Findings found) {
    var values = new PlannedValues(options, others, found);
    values.expansions.putAll(expansions);
    values.recorded = recorded;
    return values;
  }

  /// Gives what is recorded, before the first resource is planned.
  ///
  /// @param state what is settled, at its new addresses
  void recorded(StackState state, PriorObjects objects) {
    recorded = new Recorded(state, objects);
  }

  /// What is recorded, settled and at its new addresses.
  StackState settled() {
    return recorded().state();
  }

  private Recorded recorded() {
    if (recorded == null) throw new IllegalStateException("referred to before it is settled");
    return recorded;
  }

  /// Notes the instances that a resource is declared to have, in its turn.
  void expanded(ResourceAddress resource, Expansion expansion) {
    expansions.put(resource, expansion);
  }

  /// The declared instances of all resources that were looked at so far.
  SortedMap<ResourceAddress, Expansion> expansions() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(expansions));
  }

  /// The instances of a resource that others see; empty before its turn.
  Optional<Expansion.Outcome> expansion(ResourceAddress resource) {
    return Optional.ofNullable(expansions.get(resource)).map(each -> visible(resource, each));
  }

  /// The instances that others see: of those that the plan leaves alone, the existing ones.
  /// Resources without records have all instances that are declared.
  ///
  /// @rule R-TGT-4
  /// @rule R-MODE-1
  private Expansion.Outcome visible(ResourceAddress resource, Expansion expansion) {
    boolean readsOnly = options.mode() == PlanOptions.Mode.REFRESH_ONLY;
    var all = new Expansion.Outcome.Expanded(expansion);
    if (resource.mode() != ResourceAddress.Mode.MANAGED) return all;
    if (!readsOnly && !selection.isLimited()) return all;
    var keys = new TreeSet<InstanceKey>();
    for (InstanceKey key : expansion.members().keySet())
      if (!readsOnly && selection.includes(resource.instance(key))) keys.add(key);
    resource
        .instancesIn(recorded().state().instances())
        .forEach((at, instance) -> {
          boolean leftAlone = readsOnly || !selection.includes(at);
          if (leftAlone && instance.current().isPresent()) keys.add(at.key());
        });
    return expansion.existing(resource, keys, options.limits()::objection);
  }

  /// The value of an instance after the plan, or of what is recorded if the plan leaves it alone.
  Value value(InstanceAddress at) {
    return findings
        .data(at)
        .or(() -> findings.change(at).map(change -> value(at, change)))
        .orElseGet(() -> unplanned(at));
  }

  /// The value after the change. An object that is only read keeps its value, also if it is not
  /// declared.
  private Value value(InstanceAddress at, Change change) {
    var stays = change.isNoOp() ? change.before() : Optional.<Value>empty();
    // An instance that is gone has no object, so it has the value of a gap in a list.
    return change
        .after()
        .or(() -> stays)
        .orElseGet(() -> recorded().objects().value(at, InstanceState.NONE));
  }

  private Value unplanned(InstanceAddress at) {
    if (selection.includes(at) && options.mode() != PlanOptions.Mode.REFRESH_ONLY)
      throw new IllegalStateException("not planned yet: " + at);
    return recorded().objects().value(at, recorded().state().instance(at));
  }
}
