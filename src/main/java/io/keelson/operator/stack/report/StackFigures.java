package io.keelson.operator.stack.report;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.DriftMemory;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.store.StackStatusWriter.Figures;
import io.keelson.operator.stack.store.StackStatusWriter.Remembered;
import io.keelson.operator.state.InstanceMemory;
import java.time.Clock;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// The numbers about one Stack that its status shows beside a plan.
public final class StackFigures {
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final Restraint restraint;
  private final Observation observation;
  private final Clock clock;

  public StackFigures(
      StackMemory memory,
      InstanceMemory instances,
      Restraint restraint,
      Observation observation,
      Clock clock) {
    this.memory = memory;
    this.instances = instances;
    this.restraint = restraint;
    this.observation = observation;
    this.clock = clock;
  }

  /// @param changedData the data sources that give something else since the last apply
  public Figures of(Planned planned, SortedSet<InstanceAddress> changedData) {
    var stack = planned.stack();
    var kept = restraint.kept(stack);
    return Figures.of(
        planned,
        memory.resources().size(),
        stack.isMarkedForDeletion() ? 0 : declared(planned),
        instances.usable(),
        new Remembered(
            restraint.cameBack(stack),
            PutOff.told(changedData, observation.nextRound(stack, clock.instant())),
            DriftMemory.of(readAt(), kept.corrections()),
            kept.repeats()));
  }

  private int declared(Planned planned) {
    var written = memory.resources().stream().map(Declarations::address).toList();
    return planned.declared(written).stream().mapToInt(planned::declared).sum();
  }

  private @Nullable String readAt() {
    var noted = memory.stack().map(Stack::getStatus).map(status -> status.drift).orElse(null);
    return observation.readAt(noted == null ? null : noted.readAt);
  }
}
