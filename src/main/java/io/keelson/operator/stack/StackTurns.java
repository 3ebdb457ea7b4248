package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.gate.OpenSession;
import io.keelson.operator.stack.report.TurnReports;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a runner does for its Stack in one turn: take it over, attend to it, report.
final class StackTurns {
  private final KnownStack known;
  private final Runs runs;
  private final OpenSession session;
  private final StackTurn turn;
  private final MissingStack missing;
  private final TurnReports reports;
  private final ChangeClock clock;
  private final Retry retry;
  private volatile @Nullable Instant lastTurn;

  StackTurns(
      KnownStack known,
      Runs runs,
      OpenSession session,
      StackTurn turn,
      MissingStack missing,
      TurnReports reports,
      ChangeClock clock,
      Retry retry) {
    this.clock = clock;
    this.retry = retry;
    this.known = known;
    this.runs = runs;
    this.session = session;
    this.turn = turn;
    this.missing = missing;
    this.reports = reports;
  }

  /// The last time a turn ended well; empty before the first.
  Optional<Instant> lastTurn() {
    return Optional.ofNullable(lastTurn);
  }

  /// @return when the next turn is due if nothing happens before; empty if nothing is left of the
  ///   Stack
  Optional<Instant> take() {
    known.refresh();
    runs.look();
    // Events of what was declared before a Run may come after the Run's own.
    if (runs.bringNews()) known.take();
    long seen = known.changes();
    var stack = known.stack();
    if (stack.isPresent()) return Optional.of(attend(stack.get(), seen));
    session.letGo();
    return missing.attend().map(runs::orNextEnd);
  }

  private Instant attend(Stack stack, long seen) {
    missing.isOver();
    clock.begin(stack, seen);
    if (known.takesUpRequest(stack)) retry.goOn();
    boolean deleted = KnownStack.isDeleted(stack);
    var result = turn.take(known.held(stack), () -> known.isOutdated(seen));
    boolean outdated = known.changes() != seen;
    // That all is well must not be said of what has changed meanwhile.
    if (!outdated || result.report().progress() != Report.Progress.DONE)
      reports.tell(result, deleted, session.current());
    if (!outdated) clock.end(result.report());
    lastTurn = known.now();
    // An answer may have told of a change before its event did, which is no news then.
    return known.changes() == seen
        ? known.orNextRequest(runs.orNextEnd(result.until()))
        : known.now();
  }
}
