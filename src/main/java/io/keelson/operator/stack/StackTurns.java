package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.report.InstanceEvents;
import io.keelson.operator.stack.report.TurnReports;
import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a runner does for its Stack in one turn: take it over, attend to it, report.
final class StackTurns implements AutoCloseable {
  private final StackParts its;
  private final KnownStack known;
  private final StackTurn turn;
  private final MissingStack missing;
  private final TurnReports reports;
  private final ChangeClock clock;
  private volatile @Nullable Instant lastTurn;

  StackTurns(StackParts its) {
    this.its = its;
    this.known = new KnownStack(its.context, its.key, its.memory, its.takeover, its.closing);
    this.turn = new StackTurn(its);
    this.missing = new MissingStack(its);
    this.reports =
        new TurnReports(
            its.key,
            its.memory,
            its.instances,
            its.status,
            its.runs,
            its.resources,
            its.components,
            its.figures,
            new InstanceEvents(its.events),
            its.log);
    this.clock = new ChangeClock(its.context.metrics().plans());
  }

  /// What the parts of the turns share.
  StackParts parts() {
    return its;
  }

  /// Writes a report to the Stack's status.
  void say(Report report) {
    reports.say(report);
  }

  @Override
  public void close() {
    turn.close();
    its.published.close();
    its.session.close();
  }

  /// The last time a turn ended well; empty before the first.
  Optional<Instant> lastTurn() {
    return Optional.ofNullable(lastTurn);
  }

  /// @return when the next turn is due if nothing happens before; empty if nothing is left of the
  ///   Stack
  Optional<Instant> take() {
    known.refresh();
    its.runs.look();
    // Events of what was declared before a Run may come after the Run's own.
    if (its.runs.bringNews()) known.take();
    long seen = known.changes();
    var stack = known.stack();
    if (stack.isPresent()) return Optional.of(attend(stack.get(), seen));
    its.session.letGo();
    return missing.attend().map(its.runs::orNextEnd);
  }

  private Instant attend(Stack stack, long seen) {
    missing.isOver();
    clock.begin(stack, seen);
    if (known.takesUpRequest(stack)) its.retry.goOn();
    boolean deleted = KnownStack.isDeleted(stack);
    var result = turn.take(known.held(stack), () -> known.isOutdated(seen));
    boolean outdated = known.changes() != seen;
    // That all is well must not be said of what has changed meanwhile.
    if (!outdated || result.report().progress() != Report.Progress.DONE)
      reports.tell(result, deleted, its.session.current());
    if (!outdated) clock.end(result.report());
    lastTurn = known.now();
    // An answer may have told of a change before its event did, which is no news then.
    return known.changes() == seen
        ? known.orNextRequest(its.runs.orNextEnd(result.until()))
        : known.now();
  }
}
