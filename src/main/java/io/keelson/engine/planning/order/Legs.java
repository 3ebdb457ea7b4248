package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.CreateBeforeDestroy;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a set of changes does to each resource: the legs that are put in order.
final class Legs {
  private final StackConfig config;
  private final StackState refreshed;
  private final Dependencies dependencies;
  private final SortedMap<InstanceAddress, DepartureLeg> departures = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<ConvergeLeg>> converges = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<Step>> visits = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<DestroyLeg>> destroys = new TreeMap<>();
  private final List<Step.Forget> unordered = new ArrayList<>();
  private final SortedMap<InstanceAddress, Step.Forget> forgottenFirst = new TreeMap<>();

  Legs(
      Collection<Change> changes,
      StackConfig config,
      StackState refreshed,
      Dependencies dependencies) {
    this.config = config;
    this.refreshed = refreshed;
    this.dependencies = dependencies;
    changes.forEach(this::add);
  }

  /// The ends of objects that go with another one.
  SortedMap<InstanceAddress, DepartureLeg> departures() {
    return Collections.unmodifiableSortedMap(departures);
  }

  SortedMap<ResourceAddress, List<ConvergeLeg>> converges() {
    return Collections.unmodifiableSortedMap(converges);
  }

  /// What has to be done to each declared resource before what refers to it: its instances are
  /// created, updated or read, or their conditions checked.
  SortedMap<ResourceAddress, List<Step>> visits() {
    return Collections.unmodifiableSortedMap(visits);
  }

  SortedMap<ResourceAddress, List<DestroyLeg>> destroys() {
    return Collections.unmodifiableSortedMap(destroys);
  }

  /// Those that wait for nothing: the records of objects that are gone already.
  List<Step.Forget> unordered() {
    return Collections.unmodifiableList(unordered);
  }

  /// The records that make room for a new object at their address. Their objects stay, so nothing
  /// else has to wait for this, and it waits for what the new object waits for.
  ///
  /// @rule R-GRAPH-22
  SortedMap<InstanceAddress, Step.Forget> forgottenFirst() {
    return Collections.unmodifiableSortedMap(forgottenFirst);
  }

  private void add(Change change) {
    InstanceAddress at = change.object().instance();
    switch (change.action()) {
      case Action.NoOp _ -> addCheck(change.object());
      case Action.Read _ -> addConverge(new Step.Read(at), at);
      case Action.Create _, Action.Recreate _, Action.Update _ ->
          addConverge(new Step.Converge(at), at);
      case Action.Replace(var order, _) when order == ReplaceOrder.FORGET_FIRST -> {
        addConverge(new Step.Converge(at), at);
        forgottenFirst.put(at, new Step.Forget(change.object()));
      }
      case Action.Replace(var order, _) -> {
        addConverge(new Step.Converge(at), at);
        boolean last = order == ReplaceOrder.CREATE_FIRST;
        if (!departs(change, last))
          addDestroy(new Step.Destroy(at, change.leaving()), last, change);
      }
      case Action.Delete _ -> {
        boolean last =
            change.object().deposed().isPresent()
                || CreateBeforeDestroy.goesLast(refreshed.instance(at));
        if (!departs(change, last)) addDestroy(new Step.Destroy(at, change.object()), last, change);
      }
      case Action.Forget _ -> {
        var step = new Step.Forget(change.object());
        if (change.reason() == Reason.MISSING) unordered.add(step);
        else addDestroy(step, false, change);
      }
    }
  }

  /// @rule R-PUL-30
  private boolean departs(Change change, boolean last) {
    var at = change.object().instance();
    change
        .goesWith()
        .ifPresent(container ->
            departures.put(
                at,
                new DepartureLeg(
                    new Step.Forget(change.leaving()),
                    at,
                    container,
                    change.action() instanceof Action.Replace,
                    last)));
    return change.goesWith().isPresent();
  }

  /// @rule R-COND-5
  private void addCheck(ObjectRef object) {
    var at = object.instance();
    var declared = config.resources().get(at.resource());
    if (object.deposed().isEmpty()
        && declared != null
        && (declared.hasConditions() || awaitsTrigger(at, declared)))
      addVisit(at, new Step.Check(at));
  }

  /// Whether a first trigger is declared that is not known yet.
  ///
  /// @rule R-PUL-14
  private boolean awaitsTrigger(InstanceAddress at, ResourceConfig declared) {
    return declared.lifecycle().replaceTrigger().isPresent()
        && refreshed
            .instance(at)
            .current()
            .filter(object -> object.flags().replaceTrigger().isEmpty())
            .isPresent();
  }

  private void addVisit(InstanceAddress at, Step step) {
    visits.computeIfAbsent(at.resource(), _ -> new ArrayList<>()).add(step);
  }

  private void addConverge(Step step, InstanceAddress at) {
    addVisit(at, step);
    var stored = refreshed.instance(at).current().map(ObjectState::dependencies);
    converges
        .computeIfAbsent(at.resource(), _ -> new ArrayList<>())
        .add(new ConvergeLeg(step, at, stored.orElseGet(() -> dependencies.stored(at.resource()))));
  }

  private void addDestroy(Step step, boolean last, Change change) {
    var at = change.object().instance();
    destroys
        .computeIfAbsent(at.resource(), _ -> new ArrayList<>())
        .add(new DestroyLeg(step, at, last, dependencies(refreshed, change.object())));
  }

  /// What an object was made with, as a state holds it; nothing if it holds none.
  static DependencySet dependencies(StackState state, ObjectRef ref) {
    return object(state, ref)
        .map(object -> DependencySet.of(object.dependencies()))
        .orElse(DependencySet.NONE);
  }

  private static Optional<ObjectState> object(StackState state, ObjectRef ref) {
    var instance = state.instance(ref.instance());
    return ref.deposed().isPresent()
        ? Optional.ofNullable(instance.deposed().get(ref.deposed().get()))
        : instance.current();
  }
}
