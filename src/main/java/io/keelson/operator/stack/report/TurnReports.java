package io.keelson.operator.stack.report;

import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.DriftMemory;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.drift.DriftRule;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.drift.RepeatedApplies;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.time.Clock;
import java.util.Optional;
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
  private final DriftRule drift;
  private final RepeatedApplies repetition;
  private final Observation observation;
  private final InstanceEvents instanceEvents;
  private final Clock clock;

  public TurnReports(
      StackKey key,
      StackMemory memory,
      InstanceMemory instances,
      StackStatusWriter status,
      Runs runs,
      ResourceReports resources,
      ComponentReports components,
      DriftRule drift,
      RepeatedApplies repetition,
      Observation observation,
      InstanceEvents instanceEvents,
      Clock clock) {
    this.key = key;
    this.memory = memory;
    this.instances = instances;
    this.status = status;
    this.runs = runs;
    this.resources = resources;
    this.components = components;
    this.drift = drift;
    this.repetition = repetition;
    this.observation = observation;
    this.instanceEvents = instanceEvents;
    this.clock = clock;
  }

  /// Writes a report to the Stack's status if there is no plan.
  public void say(Report report) {
    memory.stack().ifPresent(stack -> status.report(stack, report.over(stack), null));
  }

  /// @param deleted whether the Stack is being deleted
  /// @param session if there is one
  public void tell(TurnResult result, boolean deleted, @Nullable Session session) {
    if (deleted) {
      runs.refuse(ConditionReason.Deleting, STACK_DELETED);
      resources.unplanned(ConditionReason.Deleting, STACK_DELETED);
      components.unplanned(ConditionReason.Deleting, STACK_DELETED);
    } else runs.tell(result.report());
    if (result.planned().isEmpty()) say(result.report());
    else tell(result.planned().get(), result.report(), deleted, session);
  }

  private @Nullable DriftMemory remembered(Stack stack) {
    var noted = memory.stack().map(Stack::getStatus).map(status -> status.drift).orElse(null);
    return DriftMemory.of(
        observation.readAt(noted == null ? null : noted.readAt), drift.kept(stack));
  }

  private Optional<String> putOff(Stack stack, @Nullable Session session) {
    if (session == null) return Optional.empty();
    return PutOff.told(
        session.memo().data().changedSince(), observation.nextRound(stack, clock.instant()));
  }

  private int declared(Planned planned) {
    var written = memory.resources().stream().map(Declarations::address).toList();
    return planned.declared(written).stream().mapToInt(planned::declared).sum();
  }

  private void tell(Planned planned, Report report, boolean deleted, @Nullable Session session) {
    status.report(
        planned.stack(),
        report,
        StackStatusWriter.Figures.of(
            planned,
            memory.resources().size(),
            deleted ? 0 : declared(planned),
            instances.usable(),
            new StackStatusWriter.Remembered(
                drift.cameBack(planned.stack()),
                putOff(planned.stack(), session),
                remembered(planned.stack()),
                repetition.kept())));
    if (!deleted) {
      resources.write(planned, report, instances.problems());
      components.write(planned, report);
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
