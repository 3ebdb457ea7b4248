package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Events;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes findings to the statuses of the members of one kind, several at once.
final class MemberReports<T extends CustomResource<?, ?>> {
  private static final int MOST_DIAGNOSTICS = 10;
  private static final int AT_ONCE = 8;

  /// How many members get an event in one turn; the conditions tell of the others.
  private static final int MOST_EVENTS = 20;

  private final KubernetesClient client;
  private final MemberWrites<T> writes;
  private final Clock clock;
  private final Events events;
  private final BiFunction<T, Finding, T> reported;
  private final Function<@Nullable Object, @Nullable List<Condition>> conditions;

  /// The uids of members of which was told, since the last turn ended, that their status is
  /// refused.
  private final Set<String> refused = new HashSet<>();

  /// @param reported gives a copy of a member with the status for a finding
  /// @param conditions gives the conditions of a status
  /// @param answered called with the member that the API server answers
  MemberReports(
      OperatorContext context,
      Events events,
      Class<T> kind,
      BiFunction<T, Finding, T> reported,
      Function<@Nullable Object, @Nullable List<Condition>> conditions,
      Consumer<T> answered) {
    this.client = context.client();
    this.writes =
        new MemberWrites<>(
            context.client(),
            context.requests(),
            context.fence(),
            kind,
            answered,
            this::tellRefusal);
    this.clock = context.clock();
    this.events = events;
    this.reported = reported;
    this.conditions = conditions;
  }

  /// The conditions for a finding.
  List<Condition> conditions(T about, @Nullable List<Condition> before, Finding finding) {
    return new Conditions(before, clock.instant(), about.getMetadata().getGeneration())
        .ready(finding.progress(), finding.reason(), finding.message())
        .list();
  }

  /// Whether there is a report on the present declaration, other than that it waits or is being
  /// carried out.
  ///
  /// @param observed the generation that the conditions are about
  static boolean isReported(
      HasMetadata member, @Nullable Long observed, @Nullable List<Condition> conditions) {
    if (!member.getMetadata().getGeneration().equals(observed)) return false;
    var ready = Conditions.find(conditions, Conditions.READY);
    return ready != null
        && !ConditionReason.Queued.name().equals(ready.getReason())
        && !ConditionReason.Applying.name().equals(ready.getReason());
  }

  /// Diagnostics in the form of a status.
  static @Nullable List<StatusDiagnostic> shown(List<Diagnostic> diagnostics) {
    var statusDiagnostics = Diagnostics.shown(diagnostics, MOST_DIAGNOSTICS);
    return statusDiagnostics.isEmpty() ? null : statusDiagnostics;
  }

  /// @throws KubernetesClientException if one could not be written; then others may be missing, too
  void write(List<MemberReport<T>> all) {
    refused.clear();
    var permits = new Semaphore(AT_ONCE);
    var failures = new ConcurrentLinkedQueue<KubernetesClientException>();
    var news = new ArrayList<Runnable>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (MemberReport<T> report : all) {
        if (!failures.isEmpty()) break;
        if (!differs(report.about(), report.finding())) continue;
        trouble(report.about(), report.finding()).ifPresent(news::add);
        permits.acquireUninterruptibly();
        threads.execute(() -> {
          try {
            writes.write(report.about(), found -> reported.apply(found, report.finding()));
          } catch (KubernetesClientException e) {
            failures.add(e);
          } finally {
            permits.release();
          }
        });
      }
    }
    if (!failures.isEmpty()) throw failures.remove();
    news.stream().limit(MOST_EVENTS).forEach(Runnable::run);
  }

  /// Writes findings one after the other while a plan is carried out: see
  /// [MemberWrites#writeUnlessChanged].
  ///
  /// @param over whether there is nothing more to write
  /// @return the members that are still to be written
  /// @throws StoreFenced if this process may no longer write
  /// @throws KubernetesClientException if one could not be written; then others may be missing, too
  List<T> writeMeanwhile(List<MemberReport<T>> all, BooleanSupplier over) {
    var left = new ArrayList<T>();
    for (MemberReport<T> report : all)
      if (differs(report.about(), report.finding())
          && !writes.writeUnlessChanged(reported.apply(report.about(), report.finding()), over))
        left.add(report.about());
    return left;
  }

  /// Says once in a turn that a status is refused: only an event can.
  private void tellRefusal(T member, KubernetesClientException refusal) {
    if (refused.size() == MOST_EVENTS || !refused.add(member.getMetadata().getUid())) return;
    var status = refusal.getStatus();
    events.tell(
        member,
        ConditionReason.StatusRefused,
        "How far its part of the plan is cannot be said here: the API server refuses this status: %s The apply goes on. The status is written when there is something else to say; mend what the answer names."
            .formatted(status == null ? refusal.getMessage() : status.getMessage()));
  }

  /// The event about a problem: only on the member that has it, not on those that wait for it.
  private Optional<Runnable> trouble(T member, Finding finding) {
    if (!finding.reason().isWarning() || finding.reason() == ConditionReason.DependencyNotReady)
      return Optional.empty();
    var before = conditions.apply(member.getStatus());
    return Optional.of(() -> events.news(member, before, finding.reason(), finding.message()));
  }

  private boolean differs(T member, Finding finding) {
    var json = client.getKubernetesSerialization();
    var next = reported.apply(member, finding);
    return !json.asJson(member.getStatus()).equals(json.asJson(next.getStatus()));
  }
}
