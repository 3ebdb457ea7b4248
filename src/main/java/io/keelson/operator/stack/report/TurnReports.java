package io.keelson.operator.stack.report;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the result of a turn to the statuses of the Stack, its Runs, members and records.
public final class TurnReports {
  private static final Logger LOG = LoggerFactory.getLogger(TurnReports.class);

  private static final String STACK_DELETED =
      "The Stack is being deleted: nothing but its destroy plan is carried out.";

  private final StackKey key;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final StackStatusWriter status;
  private final Runs runs;
  private final ResourceReports resources;
  private final ComponentReports components;
  private final StackFigures figures;
  private final InstanceEvents instanceEvents;
  private final StackLog log;

  public TurnReports(
      StackKey key,
      StackMemory memory,
      InstanceMemory instances,
      StackStatusWriter status,
      Runs runs,
      ResourceReports resources,
      ComponentReports components,
      StackFigures figures,
      InstanceEvents instanceEvents,
      StackLog log) {
    this.key = key;
    this.memory = memory;
    this.instances = instances;
    this.status = status;
    this.runs = runs;
    this.resources = resources;
    this.components = components;
    this.figures = figures;
    this.instanceEvents = instanceEvents;
    this.log = log;
  }

  /// Writes a report to the Stack's status if there is no plan.
  public void say(Report report) {
    log.reported(report);
    memory.stack().ifPresent(stack -> status.report(stack, report.withPlanOf(stack), null));
  }

  /// @param deleted whether the Stack is being deleted
  /// @param session if there is one
  public void tell(TurnResult result, boolean deleted, @Nullable Session session) {
    if (!result.report().isPassing()) memory.requests().answer();
    if (deleted) {
      runs.refuse(ConditionReason.Deleting, STACK_DELETED);
      resources.unplanned(ConditionReason.Deleting, STACK_DELETED);
      components.unplanned(ConditionReason.Deleting, STACK_DELETED);
    } else runs.tell(result.report());
    if (result.planned().isEmpty()) say(result.report());
    else tell(result, result.planned().get(), deleted, session);
  }

  private void tell(
      TurnResult result, Planned planned, boolean deleted, @Nullable Session session) {
    var report = result.report();
    log.reported(report);
    var changedData =
        session == null
            ? Collections.<InstanceAddress>emptySortedSet()
            : session.memo().data().changedSince();
    status.report(
        planned.stack(), report, figures.of(planned, changedData).having(result.made().size()));
    if (!deleted) {
      resources.write(planned, report, instances.problems(), result.made());
      components.write(planned, report, result.made());
    }
    if (session == null) return;
    try {
      instances.busy(true);
      InstanceReports.write(planned, instances.usable().keySet(), session.records().store());
      instanceEvents.look(session.records().all());
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", key, e.getMessage());
    } finally {
      instances.busy(false);
    }
  }
}
