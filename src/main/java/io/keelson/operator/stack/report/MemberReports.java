package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Events;
import io.keelson.operator.turn.FairPlaces;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
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
  private final FairPlaces writes;
  private final Clock clock;
  private final Events events;
  private final Class<T> kind;
  private final BiFunction<T, Finding, T> reported;
  private final Function<@Nullable Object, @Nullable List<Condition>> conditions;
  private final Consumer<T> answered;

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
    this.writes = context.requests();
    this.clock = context.clock();
    this.events = events;
    this.kind = kind;
    this.reported = reported;
    this.conditions = conditions;
    this.answered = answered;
  }

  /// The conditions for a finding.
  List<Condition> conditions(T about, @Nullable List<Condition> before, Finding finding) {
    return new Conditions(before, clock.instant(), about.getMetadata().getGeneration())
        .ready(finding.progress(), finding.reason(), finding.message())
        .list();
  }

  /// Diagnostics in the form of a status.
  static @Nullable List<StatusDiagnostic> shown(List<Diagnostic> diagnostics) {
    var statusDiagnostics = Diagnostics.shown(diagnostics, MOST_DIAGNOSTICS);
    return statusDiagnostics.isEmpty() ? null : statusDiagnostics;
  }

  /// @throws KubernetesClientException if one could not be written; then others may be missing, too
  void write(List<MemberReport<T>> all) {
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
            write(report.about(), report.finding());
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

  /// Writes the status even if others change the object meanwhile, unless its declaration has
  /// changed: then an event of that change brings another turn.
  private void write(T member, Finding finding) {
    new OptimisticUpdate<T>(this::update, () -> live(member))
        .write(Optional.of(member), found -> Optional.of(reported.apply(found, finding)))
        .ifPresent(answered);
  }

  private T update(T member) {
    var namespace = member.getMetadata().getNamespace();
    try (var _ = writes.enter(namespace)) {
      return client.resources(kind).inNamespace(namespace).resource(member).updateStatus();
    }
  }

  /// @return empty if it is gone, or its declaration has changed
  private Optional<T> live(T member) {
    var meta = member.getMetadata();
    return Optional.ofNullable(
            client.resources(kind).inNamespace(meta.getNamespace()).withName(meta.getName()).get())
        .filter(live -> StackMemory.fingerprint(live).equals(StackMemory.fingerprint(member)));
  }
}
