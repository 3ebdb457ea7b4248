package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.reading.AnswerMemo;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
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

/// The state while a plan is applied, kept equal to the store. Each instance is changed by one step
/// at a time; different instances by many.
final class AppliedState {
  private final StateStore store;
  private final AnswerMemo answers;
  private final Map<InstanceAddress, InstanceState> states = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, Value> values = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, Boolean> written = new ConcurrentHashMap<>();
  private final Map<String, Bytes> configurations = new TreeMap<>();
  private final Map<Step, StepResult.Outcome> results = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<Subject, CheckResult.Status> checks =
      new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListSet<Deviation> deviations = new ConcurrentSkipListSet<>();
  private final Queue<Diagnostic> diagnostics = new ConcurrentLinkedQueue<>();

  AppliedState(StateStore store, Plan plan, AnswerMemo answers) {
    this.store = store;
    this.answers = answers;
    plan.refreshed().instances().forEach(this::put);
    configurations.putAll(plan.prior().configurations());
  }

  InstanceState state(InstanceAddress at) {
    return states.getOrDefault(at, InstanceState.NONE);
  }

  /// The value of an object that this run made or changed.
  Optional<Value> value(InstanceAddress at) {
    return Optional.ofNullable(values.get(at));
  }

  void value(InstanceAddress at, Value value) {
    values.put(at, value);
  }

  /// @see StateStore#objection
  Optional<String> objection(InstanceAddress at, InstanceState expected, boolean whole) {
    return store.objection(at, expected, whole);
  }

  StateStore.Ticket begin(InstanceAddress at, InstanceState before, Operation operation) {
    var ticket = store.begin(at, before, operation);
    answers.forget(at);
    written.put(at, true);
    states.put(at, before.opened(operation));
    return ticket;
  }

  /// What is said of an operation tells as well whether its object has to be read again: a success
  /// with a deposed object says nothing of the current one.
  void finish(StateStore.Ticket ticket, InstanceState after, List<Diagnostic> told) {
    boolean unread = ticket.operation().deposed().isPresent() && ticket.before().lastFailed();
    var left = after.withLastFailed(unread || Diagnostic.anyError(told));
    store.finish(ticket, present(left), told);
    put(ticket.at(), left);
  }

  void keep(InstanceAddress at, InstanceState state) {
    store.keep(at, present(state));
    written.put(at, true);
    put(at, state);
  }

  /// Stores something of an instance that is not what this run starts from.
  void note(InstanceAddress at, InstanceState state) {
    store.keep(at, present(state));
  }

  /// Stores the configurations of providers, unless they are stored already.
  void keepConfigurations(SortedMap<String, Bytes> byName) {
    synchronized (configurations) {
      var news = new TreeMap<>(byName);
      news.entrySet().removeAll(configurations.entrySet());
      if (news.isEmpty()) return;
      store.keepConfigurations(news);
      configurations.putAll(news);
    }
  }

  SortedMap<String, Bytes> configurations() {
    synchronized (configurations) {
      return new TreeMap<>(configurations);
    }
  }

  void move(InstanceAddress from, InstanceAddress to) {
    store.move(from, to);
  }

  /// Notes that a record has not got its new address.
  void stays(InstanceAddress at, InstanceState recorded, InstanceAddress instead) {
    states.remove(instead);
    put(at, recorded);
  }

  private static Optional<InstanceState> present(InstanceState state) {
    return state.isEmpty() ? Optional.empty() : Optional.of(state);
  }

  private void put(InstanceAddress at, InstanceState state) {
    if (state.isEmpty()) states.remove(at);
    else states.put(at, state);
  }

  boolean isWritten(InstanceAddress at) {
    return written.containsKey(at);
  }

  /// Notes what became of a step, and what there is to tell about it.
  ///
  /// @return whether what waits for the step may start
  boolean end(Step step, StepResult.Outcome outcome, Collection<Diagnostic> found) {
    report(found);
    results.put(step, outcome);
    return outcome.isDone();
  }

  StepResult.Outcome result(Step step) {
    return results.getOrDefault(step, StepResult.Outcome.SKIPPED);
  }

  /// What became of the conditions of an instance: the last look counts.
  void check(InstanceAddress at, CheckResult.Status status) {
    check(Subject.of(at), status);
  }

  /// What became of the conditions of something else.
  void check(Subject subject, CheckResult.Status status) {
    checks.put(subject, status);
  }

  SortedMap<Subject, CheckResult.Status> checks() {
    return new TreeMap<>(checks);
  }

  void deviates(Deviation.Kind kind, InstanceAddress at) {
    deviations.add(new Deviation(kind, at));
  }

  SortedSet<Deviation> deviations() {
    return new TreeSet<>(deviations);
  }

  void report(Collection<Diagnostic> found) {
    diagnostics.addAll(found);
  }

  List<Diagnostic> diagnostics() {
    return diagnostics.stream().sorted(Diagnostic.ORDER).distinct().toList();
  }

  SortedMap<InstanceAddress, InstanceState> states() {
    return new TreeMap<>(states);
  }
}
