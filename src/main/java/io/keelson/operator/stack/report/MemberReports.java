package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.requests.ObjectWrites;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import io.keelson.operator.status.ServerMessage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Sets the condition Ready of the members of one kind, from the last plan of their Stack;
/// otherwise to Queued, Deleting, StackNotFound or what else keeps them from being planned. Writes
/// several statuses at once.
abstract sealed class MemberReports<T extends CustomResource<?, S>, S extends ConditionedStatus>
    permits ResourceReports, ComponentReports {
  private static final int MOST_DIAGNOSTICS = 10;
  private static final int AT_ONCE = 8;

  /// Beside the records of an apply: a namespace has half of the places for requests, and these
  /// leave to records as many as a Stack carries out at once unless it says otherwise.
  private static final int MEANWHILE_AT_ONCE = 6;

  /// How many members get an event in one turn; the conditions tell of the others.
  private static final int MOST_EVENTS = 20;

  private final KubernetesClient client;
  private final MemberWrites<T> writes;
  private final Clock clock;
  private final Events events;
  private final String kind;

  /// The uids of members of which was told, since the last turn ended, that their status is
  /// refused.
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /// @param answered called with the member that the API server answers
  MemberReports(OperatorContext context, Events events, Class<T> kind, Consumer<T> answered) {
    this.client = context.client();
    this.writes =
        new MemberWrites<>(
            context.client(),
            new ObjectWrites(context.client()),
            context.requests(),
            context.fence(),
            kind,
            answered,
            this::tellRefusal);
    this.clock = context.clock();
    this.events = events;
    this.kind = kind.getSimpleName();
  }

  /// The members that the Stack has now.
  abstract List<T> members();

  /// The key of a member among [StackMemory#fingerprints()].
  abstract String key(T member);

  /// Another object with the same metadata and spec.
  abstract T copy(T member);

  /// What a status says beside the conditions.
  abstract S status(T member, Finding finding);

  /// Says that the Stack does not exist.
  public void stackNotFound(StackKey stack) {
    var message =
        "There is no Stack '%s' in namespace '%s'. Apply it, or create this %s again with the right spec.stack."
            .formatted(stack.name(), stack.namespace(), kind);
    var finding = Finding.of(Report.Progress.STALLED, ConditionReason.StackNotFound, message, 0);
    write(members(), _ -> finding);
  }

  /// Reports why members that were declared anew are not planned.
  public void unplanned(ConditionReason reason, String message) {
    waiting(reason, message, _ -> 0);
  }

  /// Reports why members that were declared anew are not planned.
  ///
  /// @param recorded how many instances of a member there are
  /// @return the members
  List<T> waiting(ConditionReason reason, String message, ToIntFunction<T> recorded) {
    var anew = members().stream().filter(each -> !isReported(each)).toList();
    write(
        anew,
        each -> Finding.of(Report.Progress.WAITING, reason, message, recorded.applyAsInt(each)));
    return anew;
  }

  /// Whether there is a report on the present declaration, other than that it waits or is being
  /// carried out.
  private boolean isReported(T member) {
    var status = member.getStatus();
    if (status == null || !member.getMetadata().getGeneration().equals(status.observedGeneration))
      return false;
    var ready = Conditions.find(status.conditions, Conditions.READY);
    return ready != null
        && !ConditionReason.Queued.name().equals(ready.getReason())
        && !ConditionReason.Applying.name().equals(ready.getReason());
  }

  /// Writes the status of every member. One that has changed since it was planned is left out:
  /// nothing is known yet of its new declaration.
  ///
  /// @param finding what is found about a member
  void write(Planned planned, Function<T, Finding> finding) {
    write(members().stream().filter(each -> isAsPlanned(each, planned)).toList(), finding);
  }

  /// Says of some members how far their part in a plan is that is being carried out: see
  /// [MemberWrites#writeUnlessChanged].
  ///
  /// @param keys of those about which to say it
  /// @param about only with one of these reasons
  /// @param over whether there is nothing more to write
  /// @return the keys of those that are to be told again
  /// @throws StoreFenced if this process may no longer write
  /// @throws KubernetesClientException if one could not be written; then others may be missing, too
  Set<String> writeMeanwhile(
      Set<String> keys,
      Planned planned,
      Function<T, Finding> finding,
      Set<ConditionReason> about,
      BooleanSupplier over) {
    var left = ConcurrentHashMap.<String>newKeySet();
    var those = members().stream().filter(each -> keys.contains(key(each))).toList();
    eachOf(
        those,
        MEANWHILE_AT_ONCE,
        member -> {
          if (!isAsPlanned(member, planned)) return Optional.empty();
          var found = finding.apply(member);
          if (!about.contains(found.reason())) return Optional.empty();
          var reported = reported(member, found);
          if (!differ(member, reported)) return Optional.empty();
          return Optional.of(() -> {
            if (!writes.writeUnlessChanged(reported, over)) left.add(key(member));
          });
        });
    return left;
  }

  private boolean isAsPlanned(T member, Planned planned) {
    return StackMemory.fingerprint(member).equals(planned.members().get(key(member)));
  }

  /// @throws KubernetesClientException if one could not be written; then others may be missing, too
  private void write(List<T> about, Function<T, Finding> findings) {
    refused.clear();
    var news = new ArrayList<Runnable>();
    eachOf(
        about,
        AT_ONCE,
        member -> {
          var finding = findings.apply(member);
          var reported = reported(member, finding);
          if (!differ(member, reported)) return Optional.empty();
          trouble(member, finding).ifPresent(news::add);
          return Optional.of(
              () -> writes.write(member, reported, found -> reported(found, finding)));
        });
    news.stream().limit(MOST_EVENTS).forEach(Runnable::run);
  }

  /// Does to each what is to be done to it, to several at once, until something fails.
  ///
  /// @param atOnce how many at most
  /// @param todo gives what is to be done to a member; it is asked in one thread, in order
  /// @throws RuntimeException what failed first
  private void eachOf(List<T> those, int atOnce, Function<T, Optional<Runnable>> todo) {
    var permits = new Semaphore(atOnce);
    var failures = new ConcurrentLinkedQueue<RuntimeException>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (T member : those) {
        if (!failures.isEmpty()) break;
        var task = todo.apply(member);
        if (task.isEmpty()) continue;
        permits.acquireUninterruptibly();
        threads.execute(() -> {
          try {
            task.get().run();
          } catch (RuntimeException e) {
            failures.add(e);
          } finally {
            permits.release();
          }
        });
      }
    }
    if (!failures.isEmpty()) throw failures.remove();
  }

  /// Says once in a turn that a status is refused: only an event can.
  private void tellRefusal(T member, KubernetesClientException refusal) {
    if (!isFirstRefusal(member)) return;
    events.tell(
        member,
        ConditionReason.StatusRefused,
        "How far its part of the plan is cannot be said here: the API server refuses this status: %s The apply goes on. The status is written when there is something else to say; mend what the answer names."
            .formatted(ServerMessage.of(refusal)));
  }

  private synchronized boolean isFirstRefusal(T member) {
    return refused.size() < MOST_EVENTS && refused.add(member.getMetadata().getUid());
  }

  /// The event about a problem: only on the member that has it, not on those that wait for it.
  private Optional<Runnable> trouble(T member, Finding finding) {
    if (!finding.reason().isWarning() || finding.reason() == ConditionReason.DependencyNotReady)
      return Optional.empty();
    var before = ConditionedStatus.conditions(member);
    return Optional.of(() -> events.news(member, before, finding.reason(), finding.message()));
  }

  private boolean differ(T member, T reported) {
    var json = client.getKubernetesSerialization();
    return !json.asJson(member.getStatus()).equals(json.asJson(reported.getStatus()));
  }

  /// A copy of a member with the status that the finding gives it.
  private T reported(T member, Finding finding) {
    var status = status(member, finding);
    var generation = member.getMetadata().getGeneration();
    status.observedGeneration = generation;
    status.conditions =
        new Conditions(ConditionedStatus.conditions(member), clock.instant(), generation)
            .ready(finding.progress(), finding.reason(), finding.message())
            .list();
    var copy = copy(member);
    copy.setStatus(status);
    return copy;
  }

  /// Diagnostics in the form of a status.
  static @Nullable List<StatusDiagnostic> shown(List<Diagnostic> diagnostics) {
    var statusDiagnostics = Diagnostics.shown(diagnostics, MOST_DIAGNOSTICS);
    return statusDiagnostics.isEmpty() ? null : statusDiagnostics;
  }
}
