package io.keelson.operator.stack.store;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Progress;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.StackStatus.DriftMemory;
import io.keelson.operator.api.StackStatus.Repeats;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import io.keelson.operator.status.StatusRefusals;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Writes the status of one Stack, with its conditions: Ready with the reason of a report; Planned
/// (ChangesPending, NothingToDo, or why nothing can be planned); DriftDetected (Drifted,
/// DriftsBack, UpToDate); Deferred; DataChanged (ChangedSinceApply); StateUncertain
/// (OutcomeUnknown).
///
/// Every write is conditional on the version it was computed from, and its answer goes into the
/// memory, so an edit of the spec that arrives during a write is never lost. A write that would
/// change nothing is not made.
public final class StackStatusWriter {
  private static final int MOST_DIAGNOSTICS = 20;

  private final KubernetesClient client;
  private final StackMemory memory;
  private final Fence fence;
  private final Clock clock;
  private final Events events;
  private final StatusRefusals refusals;

  public StackStatusWriter(
      KubernetesClient client,
      StackMemory memory,
      Fence fence,
      Clock clock,
      Events events,
      StatusRefusals refusals) {
    this.client = client;
    this.memory = memory;
    this.fence = fence;
    this.clock = clock;
    this.events = events;
    this.refusals = refusals;
  }

  /// Changes the status, starting from what it is now.
  ///
  /// @return the Stack as written; empty if it is gone
  /// @throws StoreFenced if this process may no longer write
  public Optional<Stack> change(Consumer<StackStatus> change) {
    return changeIf(_ -> true, change);
  }

  /// Changes the status if the Stack fulfils a demand, even if others change the Stack meanwhile.
  ///
  /// @return the Stack as written; empty if it is gone, or does not fulfil the demand any more
  /// @throws StoreFenced if this process may no longer write
  public Optional<Stack> changeIf(Predicate<Stack> demand, Consumer<StackStatus> change) {
    return new OptimisticUpdate<>(this::update, () -> reread().filter(demand))
        .write(memory.stack().filter(demand), stack -> changed(stack, change));
  }

  private Optional<Stack> changed(Stack known, Consumer<StackStatus> change) {
    var stack = copy(known);
    var before = json().asJson(stack.getStatus());
    change.accept(stack.getStatus());
    return json().asJson(stack.getStatus()).equals(before) ? Optional.empty() : Optional.of(stack);
  }

  private Stack update(Stack stack) {
    if (!fence.holds())
      throw new StoreFenced("this process is not known to lead any more; another one reports");
    var namespace = stack.getMetadata().getNamespace();
    try {
      var written =
          client.resources(Stack.class).inNamespace(namespace).resource(stack).updateStatus();
      refusals.written();
      memory.answered(written);
      return written;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN)
        events.tell(
            stack,
            ConditionReason.StatusRefused,
            "The operator cannot report on this Stack: " + refusals.refused(e));
      throw e;
    }
  }

  private Stack copy(Stack stack) {
    var copy = json().clone(stack);
    if (copy.getStatus() == null) copy.setStatus(new StackStatus());
    return copy;
  }

  private Optional<Stack> reread() {
    var known = memory.stack();
    known.ifPresent(this::reread);
    return memory.stack();
  }

  private void reread(Stack stack) {
    var meta = stack.getMetadata();
    var live =
        client
            .resources(Stack.class)
            .inNamespace(meta.getNamespace())
            .withName(meta.getName())
            .get();
    if (live == null || !live.getMetadata().getUid().equals(meta.getUid()))
      memory.observe(new StackEvent.OfStack(stack, true));
    else memory.answered(live);
  }

  private KubernetesSerialization json() {
    return client.getKubernetesSerialization();
  }

  /// Writes a report on the given generation of the Stack.
  ///
  /// @param figures the numbers of the columns; null if nothing new is known
  public void report(Stack stack, Report report, @Nullable Figures figures) {
    reportIf(_ -> true, stack, report, figures);
  }

  /// Writes a report if the Stack fulfils a demand when that is written.
  public void reportIf(
      Predicate<Stack> demand, Stack stack, Report report, @Nullable Figures figures) {
    var generation = stack.getMetadata().getGeneration();
    var before = memory.stack().map(Stack::getStatus).map(status -> status.conditions);
    changeIf(
        demand,
        status -> {
          status.observedGeneration = generation;
          memory.requests().answered().ifPresent(value -> status.lastHandledReconcileAt = value);
          status.conditions = conditions(status, report, figures, generation);
          boolean pendingIsProgress = pendingIsProgress(status);
          // A run that has begun stays in the status until it is closed, whatever the report is
          // about.
          status.plan = report.plan().orElseGet(() -> running(status));
          var diagnostics = Diagnostics.shown(report.diagnostics(), MOST_DIAGNOSTICS);
          status.diagnostics = diagnostics.isEmpty() ? null : diagnostics;
          status.diagnosticCounts = counts(report);
          if (figures != null) figures.into(status);
          else if (pendingIsProgress) status.pending = pending(status, report);
        });
    if (!report.isPassing())
      events.news(stack, before.orElse(null), report.reason(), report.message());
  }

  /// Writes how far the open run is, if there is one.
  ///
  /// @param ready how many declared instances exist as declared by now; empty if the plan says
  ///   nothing of the whole Stack, and its columns stay as they are
  /// @throws StoreFenced if this process may no longer write
  public void progress(Progress progress, Optional<Integer> ready) {
    change(status -> {
      var open = running(status);
      if (open == null) return;
      open.progress = progress;
      if (ready.isEmpty() || status.counts == null) return;
      status.pending = progress.shown();
      status.counts.ready = ready.get();
      status.resources = shown(status.counts);
    });
  }

  /// Takes the plan out of the status, and how far its apply was out of the column PENDING.
  public static void endPlan(StackStatus status) {
    if (pendingIsProgress(status)) status.pending = null;
    status.plan = null;
  }

  private static String shown(StackStatus.InstanceCounts counts) {
    return counts.ready + "/" + counts.declared;
  }

  private static boolean pendingIsProgress(StackStatus status) {
    return status.plan != null
        && status.plan.progress != null
        && status.plan.progress.shown().equals(status.pending);
  }

  private static @Nullable String pending(StackStatus status, Report report) {
    return report.reason() == ConditionReason.Applying
            && status.plan != null
            && status.plan.progress != null
        ? status.plan.progress.shown()
        : null;
  }

  /// Writes an event about something that no condition shows.
  public void tell(Stack stack, ConditionReason reason, String message) {
    events.tell(stack, reason, message);
  }

  private static @Nullable CurrentPlan running(StackStatus status) {
    return status.plan != null && status.plan.phase == PlanPhase.Applying ? status.plan : null;
  }

  private static StackStatus.@Nullable DiagnosticCounts counts(Report report) {
    if (report.diagnostics().isEmpty()) return null;
    var counts = new StackStatus.DiagnosticCounts();
    counts.errors = (int) report.diagnostics().stream().filter(Diagnostic::isError).count();
    counts.warnings = report.diagnostics().size() - counts.errors;
    return counts;
  }

  private List<Condition> conditions(
      StackStatus status, Report report, @Nullable Figures figures, Long generation) {
    var conditions =
        new Conditions(status.conditions, clock.instant(), generation)
            .ready(report.progress(), report.reason(), report.message());
    if (figures != null) {
      planned(conditions, figures, report);
      drift(conditions, figures);
      figures
          .deferred()
          .ifPresent(
              why -> conditions.with(Conditions.DEFERRED, true, ConditionReason.Deferred, why));
      figures
          .remembered()
          .dataChanged()
          .ifPresent(why ->
              conditions.with(
                  Conditions.DATA_CHANGED, true, ConditionReason.ChangedSinceApply, why));
    } else {
      keep(conditions, status, Conditions.PLANNED);
      keep(conditions, status, Conditions.DRIFT_DETECTED);
      keep(conditions, status, Conditions.DEFERRED);
      keep(conditions, status, Conditions.DATA_CHANGED);
    }
    if (report.reason() == ConditionReason.StateUncertain)
      conditions.with(
          Conditions.STATE_UNCERTAIN, true, ConditionReason.OutcomeUnknown, report.message());
    return conditions.list();
  }

  private static void planned(Conditions conditions, Figures figures, Report report) {
    int changes = figures.changes();
    if (changes > 0)
      conditions.with(
          Conditions.PLANNED,
          true,
          ConditionReason.ChangesPending,
          changes == 1 ? "1 change is planned" : changes + " changes are planned");
    else if (figures.whole())
      conditions.with(
          Conditions.PLANNED, true, ConditionReason.NothingToDo, "the last plan is empty");
    else
      conditions.with(
          Conditions.PLANNED,
          false,
          report.reason(),
          "part of what is declared cannot be planned, and to the rest nothing is to be done");
  }

  private static void drift(Conditions conditions, Figures figures) {
    if (figures.drifted() == 0) {
      conditions.with(
          Conditions.DRIFT_DETECTED,
          false,
          ConditionReason.UpToDate,
          "as last read, nothing differs from what was applied"
              + (figures.whole() ? "" : "; what cannot be planned now was not compared"));
      return;
    }
    var message =
        (figures.drifted() == 1 ? "1 instance differs" : figures.drifted() + " instances differ")
            + " from what was applied";
    conditions.with(
        Conditions.DRIFT_DETECTED,
        true,
        figures.remembered().cameBack().isPresent()
            ? ConditionReason.DriftsBack
            : ConditionReason.Drifted,
        message + figures.remembered().cameBack().map(why -> ": " + why).orElse(""));
  }

  private static void keep(Conditions conditions, StackStatus status, String type) {
    var before = Conditions.find(status.conditions, type);
    if (before != null)
      conditions.with(
          type,
          "True".equals(before.getStatus()),
          ConditionReason.valueOf(before.getReason()),
          before.getMessage());
  }

  /// What the status keeps beside the results of the last plan.
  ///
  /// @param cameBack a sentence about drift that was corrected and came back
  /// @param dataChanged a sentence about data sources that give something else since the last apply
  /// @param drift what is remembered of drift
  /// @param repeats the changes that were made again and again
  public record Remembered(
      Optional<String> cameBack,
      Optional<String> dataChanged,
      @Nullable DriftMemory drift,
      @Nullable Repeats repeats) {}

  /// Numbers about a Stack, from its last plan and its records.
  ///
  /// @param whole whether all of the present declaration could be planned
  /// @param deferred a sentence about the parts that the last plan leaves to a later one
  public record Figures(
      boolean whole,
      int changes,
      int drifted,
      Optional<String> deferred,
      Remembered remembered,
      String pending,
      StackStatus.InstanceCounts counts) {

    private void into(StackStatus status) {
      status.pending = pending;
      status.drifted = drifted;
      status.drift = remembered.drift();
      status.repeats = remembered.repeats();
      status.counts = counts;
      status.resources = shown(counts);
    }

    /// How many declared instances exist as declared.
    public int ready() {
      return counts.ready == null ? 0 : counts.ready;
    }

    /// Counts instances that were made as declared since the plan.
    public Figures having(int made) {
      counts.ready = ready() + made;
      return this;
    }

    /// @param written the Resources of the Stack
    /// @param declared how many instances are declared, with a problem or without
    public static Figures of(
        Planned planned,
        int written,
        int declared,
        Map<?, InstanceState> recorded,
        Remembered remembered) {
      var plan = planned.plan();
      var counts = new StackStatus.InstanceCounts();
      counts.resources = written;
      counts.recorded = recorded.size();
      counts.declared = declared;
      counts.ready = 0;
      counts.orphaned = 0;
      counts.deposed = recorded.values().stream().mapToInt(each -> each.deposed().size()).sum();
      for (var change : plan.changes().values()) {
        if (change.object().deposed().isPresent() || change.isRead()) continue;
        if (!change.isEffective()) counts.ready++;
        if (change.after().isEmpty()) counts.orphaned++;
      }
      int drifted =
          (int)
              plan.refreshed().instances().values().stream()
                  .filter(each -> !(each.drift() instanceof Drift.None))
                  .count();
      return new Figures(
          !Diagnostic.anyError(planned.diagnostics()),
          plan.effective().size(),
          drifted,
          Deferrals.of(plan),
          remembered,
          PlanObjects.pending(plan),
          counts);
    }
  }
}
