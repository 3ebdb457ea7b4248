package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.metrics.PlanMetrics;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.Objects;

/// Measures how long a Stack takes from a change of what is declared until it is ready, or cannot
/// go on. A change that another process has seen first is not measured.
final class ChangeClock {
  private static final long NONE = -1;

  private final PlanMetrics metrics;
  private long seen = NONE;
  private long begun;
  private boolean runs;
  private boolean asked;

  ChangeClock(PlanMetrics metrics) {
    this.metrics = metrics;
  }

  /// A turn begins.
  ///
  /// @param changes how often the declaration has changed so far
  void begin(Stack stack, long changes) {
    boolean changed = seen == NONE ? !isObserved(stack) : changes != seen;
    seen = changes;
    if (!changed || runs) return;
    runs = true;
    asked = false;
    begun = System.nanoTime();
  }

  private static boolean isObserved(Stack stack) {
    var status = stack.getStatus();
    return status != null
        && Objects.equals(status.observedGeneration, stack.getMetadata().getGeneration());
  }

  /// A turn ends with what is declared now.
  void end(Report report) {
    if (!runs) return;
    asked |= report.reason() == ConditionReason.AwaitingApproval;
    switch (report.progress()) {
      case DONE -> stop(asked ? PlanMetrics.Readiness.APPROVED : PlanMetrics.Readiness.SUCCESS);
      case STALLED -> stop(PlanMetrics.Readiness.FAILED);
      case GOING, WAITING -> {
        // Not ready yet.
      }
    }
  }

  private void stop(PlanMetrics.Readiness how) {
    runs = false;
    metrics.ready(how, System.nanoTime() - begun);
  }
}
