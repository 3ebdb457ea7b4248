package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.ResourcePart;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.snapshot.ReplaceStrength;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;

/// What a planning run has found out so far. Written by many threads, each for its own instances.
final class Findings {
  private final ConcurrentSkipListMap<ObjectRef, Change> changes = new ConcurrentSkipListMap<>();
  private final Map<ResourceAddress, Map<InstanceKey, Change>> byResource =
      new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<InstanceAddress, InstanceState> refreshed =
      new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListMap<InstanceAddress, Value> data = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListMap<InstanceAddress, ReplaceStrength> strengths =
      new ConcurrentSkipListMap<>();
  private final Queue<Diagnostic> diagnostics = new ConcurrentLinkedQueue<>();
  private final ConcurrentSkipListSet<Deviation> deviations = new ConcurrentSkipListSet<>();
  private final ConcurrentSkipListMap<Subject, CheckResult.Status> checks =
      new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListSet<ResourceAddress> failed = new ConcurrentSkipListSet<>();
  private final ConcurrentSkipListSet<InstanceAddress> failedInstances =
      new ConcurrentSkipListSet<>();
  private final ConcurrentSkipListSet<ResourcePart> unplanned = new ConcurrentSkipListSet<>();
  private final ConcurrentSkipListSet<InstanceAddress> uncertain = new ConcurrentSkipListSet<>();
  private final ConcurrentSkipListMap<InstanceAddress, Deferral.Reason> deferred =
      new ConcurrentSkipListMap<>();

  /// All that has been found out up to now.
  Findings copy() {
    var copy = new Findings();
    copy.changes.putAll(changes);
    byResource.forEach(
        (resource, found) -> copy.byResource.put(resource, new ConcurrentSkipListMap<>(found)));
    copy.refreshed.putAll(refreshed);
    copy.data.putAll(data);
    copy.strengths.putAll(strengths);
    copy.diagnostics.addAll(diagnostics);
    copy.deviations.addAll(deviations);
    copy.checks.putAll(checks);
    copy.failed.addAll(failed);
    copy.failedInstances.addAll(failedInstances);
    copy.unplanned.addAll(unplanned);
    copy.uncertain.addAll(uncertain);
    copy.deferred.putAll(deferred);
    return copy;
  }

  void add(Change change) {
    changes.put(change.object(), change);
    if (change.object().deposed().isPresent()) return;
    var at = change.object().instance();
    byResource
        .computeIfAbsent(at.resource(), _ -> new ConcurrentSkipListMap<>())
        .put(at.key(), change);
  }

  /// Notes how strongly the order of a replacement is demanded.
  void replaces(InstanceAddress at, ReplaceStrength strength) {
    strengths.put(at, strength);
  }

  SortedMap<InstanceAddress, ReplaceStrength> strengths() {
    return new TreeMap<>(strengths);
  }

  /// Notes what a data source gave.
  void read(InstanceAddress at, Value value) {
    data.put(at, value);
  }

  /// Takes back what was noted.
  void unread(InstanceAddress at) {
    data.remove(at);
  }

  Optional<Value> data(InstanceAddress at) {
    return Optional.ofNullable(data.get(at));
  }

  SortedMap<InstanceAddress, Value> data() {
    return new TreeMap<>(data);
  }

  /// Whether anything is done to an object of the resource, deposed ones included. Asked only when
  /// all of them are planned.
  ///
  /// @rule R-DATA-3
  boolean isPending(ResourceAddress resource) {
    return isPending(resource, List.of());
  }

  /// Whether anything is done to an object of the resource within instances of components.
  ///
  /// @param around their keys, from the outermost inwards
  boolean isPending(ResourceAddress resource, List<InstanceKey> around) {
    var first = ObjectRef.current(resource.instance(new InstanceKey.None().within(around)));
    for (Change change : changes.tailMap(first).values()) {
      var part = ResourcePart.of(change.object().instance());
      if (!part.resource().equals(resource) || !part.isIn(around)) return false;
      if (!change.isNoOp()) return true;
    }
    return false;
  }

  /// The current object of an instance as observed; its deposed ones come by [#observed].
  void refreshed(InstanceAddress at, InstanceState state) {
    refreshed.merge(
        at,
        state,
        (before, now) ->
            now.current().isPresent()
                ? before.withCurrent(now.current().get()).withDrift(now.drift())
                : before);
  }

  /// One object of an instance as observed; other objects of it are planned at the same time.
  void observed(ObjectRef object, InstanceState state) {
    refreshed.merge(
        object.instance(),
        state,
        (before, now) ->
            object
                .deposed()
                .flatMap(key ->
                    Optional.ofNullable(now.deposed().get(key))
                        .map(seen -> before.withDeposed(key, seen)))
                .orElseGet(
                    () -> before.withCurrent(now.current().orElseThrow()).withDrift(now.drift())));
  }

  /// Goes on with what is given for an instance, or notes why nothing is.
  ///
  /// @return what comes of it; false if nothing is given
  <T> boolean with(InstanceAddress at, Answer<T> answer, Predicate<? super T> next) {
    switch (answer) {
      case Answer.Given(var given) -> {
        return next.test(given);
      }
      case Answer.Deferred(var deferral) -> defer(at, deferral);
      case Answer.Failed(var diagnostics) -> fail(at, diagnostics);
    }
    return false;
  }

  void report(Collection<Diagnostic> found) {
    diagnostics.addAll(found);
  }

  /// Reports why nothing can be planned for a resource.
  void fail(ResourceAddress resource, Collection<Diagnostic> why) {
    diagnostics.addAll(why);
    failed.add(resource);
  }

  /// Reports why nothing can be planned for an instance. Other instances of its resource are
  /// planned.
  void fail(InstanceAddress at, Collection<Diagnostic> why) {
    diagnostics.addAll(why);
    failedInstances.add(at);
  }

  SortedSet<InstanceAddress> failedInstances() {
    return new TreeSet<>(failedInstances);
  }

  /// Notes that nothing is planned for a part of a resource, whatever the reason.
  void unplanned(InstanceAddress at) {
    unplanned.add(ResourcePart.of(at));
  }

  /// Whether any part of a resource is not planned so far.
  boolean anyUnplanned() {
    return !unplanned.isEmpty();
  }

  SortedSet<ResourcePart> unplanned() {
    return new TreeSet<>(unplanned);
  }

  /// Whether nothing is planned for some of a resource in these instances of components.
  boolean isUnplanned(ResourceAddress resource, List<InstanceKey> around) {
    for (ResourcePart part : unplanned.tailSet(new ResourcePart(resource, around))) {
      if (!part.resource().equals(resource)) return false;
      if (part.isIn(around)) return true;
    }
    return false;
  }

  /// Reports why it is not known which objects of an instance exist. Other instances of its
  /// resource are planned.
  void uncertain(InstanceAddress at, Collection<Diagnostic> why) {
    diagnostics.addAll(why);
    uncertain.add(at);
  }

  boolean isUncertain(InstanceAddress at) {
    return uncertain.contains(at);
  }

  SortedSet<InstanceAddress> uncertain() {
    return new TreeSet<>(uncertain);
  }

  /// Leaves an instance to a later plan, as its provider says. It may have several objects; of
  /// their reasons the first in the order of the constants counts.
  ///
  /// @rule R-DEFER-1
  void defer(InstanceAddress at, Deferral deferral) {
    diagnostics.addAll(Diagnostic.about(Subject.of(at), deferral.warnings()));
    deferred.merge(at, deferral.reason(), (one, other) -> one.compareTo(other) <= 0 ? one : other);
  }

  boolean isDeferred(InstanceAddress at) {
    return deferred.containsKey(at);
  }

  SortedMap<InstanceAddress, Deferral.Reason> deferred() {
    return new TreeMap<>(deferred);
  }

  /// Notes what became of the conditions of a subject; of several results, the worst counts.
  void check(Subject subject, CheckResult.Status status) {
    checks.merge(subject, status, CheckResult::worse);
  }

  SortedMap<Subject, CheckResult.Status> checks() {
    return new TreeMap<>(checks);
  }

  void deviates(Deviation.Kind kind, InstanceAddress at) {
    deviations.add(new Deviation(kind, at));
  }

  Map<ResourceAddress, Map<InstanceKey, Change>> byResource() {
    return byResource;
  }

  /// The change of an instance's current object; only asked for instances whose turn has come.
  /// Empty if nothing is planned for it.
  Optional<Change> change(InstanceAddress at) {
    return Optional.ofNullable(changes.get(ObjectRef.current(at)));
  }

  SortedMap<ObjectRef, Change> changes() {
    return new TreeMap<>(changes);
  }

  SortedMap<InstanceAddress, InstanceState> refreshedStates() {
    return new TreeMap<>(refreshed);
  }

  List<Diagnostic> diagnostics() {
    return diagnostics.stream().sorted(Diagnostic.ORDER).distinct().toList();
  }

  ConcurrentSkipListSet<Deviation> deviations() {
    return deviations;
  }

  ConcurrentSkipListSet<ResourceAddress> failed() {
    return failed;
  }
}
