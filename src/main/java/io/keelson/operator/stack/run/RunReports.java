package io.keelson.operator.stack.run;

import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.RunStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.time.Clock;
import java.util.List;

/// Sets the phase of a Run and its condition Ready, with the reason of a report on its Stack or on
/// its end.
final class RunReports {
  private static final int MOST_DIAGNOSTICS = 20;

  private final RunRecords records;
  private final Fence fence;
  private final Clock clock;
  private final Events events;

  RunReports(RunRecords records, Fence fence, Clock clock, Events events) {
    this.records = records;
    this.fence = fence;
    this.clock = clock;
    this.events = events;
  }

  /// Writes the status of a Run. Fields that the report does not tell keep their values.
  ///
  /// @throws StoreFenced if this process may no longer write
  void say(Run run, RunPhase phase, Report report) {
    if (!fence.holds())
      throw new StoreFenced("this process is not known to lead any more; another one reports");
    var before = run.getStatus() == null ? new RunStatus() : run.getStatus();
    var now = clock.instant();
    var status = new RunStatus();
    status.observedGeneration = run.getMetadata().getGeneration();
    status.phase = phase;
    status.conditions = conditions(before, report, run.getMetadata().getGeneration());
    status.startedAt = before.startedAt;
    if (phase == RunPhase.Applying && status.startedAt == null) status.startedAt = now.toString();
    status.finishedAt = before.finishedAt;
    if (phase.isFinal() && status.finishedAt == null) status.finishedAt = now.toString();
    plan(status, before, report);
    var diagnostics = Diagnostics.shown(report.diagnostics(), MOST_DIAGNOSTICS);
    status.diagnostics = diagnostics.isEmpty() ? before.diagnostics : diagnostics;
    records.write(run, status);
    if (report.reason().isWarning() || phase.isFinal())
      events.news(run, before.conditions, report.reason(), report.message());
  }

  private static void plan(RunStatus status, RunStatus before, Report report) {
    status.plan = before.plan;
    status.counts = before.counts;
    status.changes = before.changes;
    if (report.plan().isEmpty()) return;
    var plan = report.plan().get();
    var runPlan = new RunStatus.RunPlan();
    runPlan.name = plan.name;
    runPlan.digest = plan.digest;
    status.plan = plan.name == null ? null : runPlan;
    status.counts = plan.counts;
    status.changes = plan.counts == null ? null : PlanObjects.pending(plan.counts);
  }

  private List<Condition> conditions(RunStatus before, Report report, Long generation) {
    return new Conditions(before.conditions, clock.instant(), generation)
        .ready(report.progress(), report.reason(), report.message())
        .list();
  }
}
