package io.keelson.operator.stack;

import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.report.TurnReports;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What a runner does for its Stack in one turn: take it over, attend to it, report.
final class StackTurns {
  private final OperatorContext context;
  private final StackKey key;
  private final StackMemory memory;
  private final Takeover takeover;
  private final Runs runs;
  private final OpenSession session;
  private final WatchedReferences references;
  private final PublishedOutputs published;
  private final PresentStack present;
  private final MissingStack missing;
  private final TurnReports reports;
  private final BooleanSupplier closing;
  private volatile @Nullable Instant lastTurn;

  /// @param closing whether nothing new is to be started
  StackTurns(
      OperatorContext context,
      StackKey key,
      StackMemory memory,
      Takeover takeover,
      Runs runs,
      OpenSession session,
      WatchedReferences references,
      PublishedOutputs published,
      PresentStack present,
      MissingStack missing,
      TurnReports reports,
      BooleanSupplier closing) {
    this.context = context;
    this.key = key;
    this.memory = memory;
    this.takeover = takeover;
    this.runs = runs;
    this.session = session;
    this.references = references;
    this.published = published;
    this.present = present;
    this.missing = missing;
    this.reports = reports;
    this.closing = closing;
  }

  /// The last time a turn ended well; empty before the first.
  Optional<Instant> lastTurn() {
    return Optional.ofNullable(lastTurn);
  }

  /// @return when the next turn is due if nothing happens before; empty if nothing is left of the
  ///   Stack
  Optional<Instant> take() {
    if (context.sizes().isOutdated(key) || !memory.isTrusted()) takeover.take();
    runs.look();
    // Events of what was declared before a Run may come after the Run's own.
    if (runs.bringNews()) takeover.take();
    long seen = memory.changes();
    var stack = memory.stack();
    if (stack.isEmpty()) return absent();
    boolean deleted = stack.get().getMetadata().getDeletionTimestamp() != null;
    if (deleted && !Takeover.isHeld(stack.get())) return absent();
    missing.isOver();
    references.watch(stack.get());
    var result =
        present
            .attend(
                deleted ? stack.get() : takeover.hold(stack.get()), deleted, () -> isOutdated(seen))
            .atLatest(published.next());
    references.watch(stack.get());
    boolean outdated = memory.changes() != seen;
    // That all is well must not be said of what has changed meanwhile.
    if (!outdated || result.report().progress() != Report.Progress.DONE)
      reports.tell(result, deleted, session.current());
    lastTurn = context.clock().instant();
    // An answer may have told of a change before its event did, which is no news then.
    return Optional.of(
        memory.changes() == seen ? runs.orNextEnd(result.until()) : context.clock().instant());
  }

  private boolean isOutdated(long seen) {
    return closing.getAsBoolean() || memory.changes() != seen || !context.fence().holds();
  }

  private Optional<Instant> absent() {
    session.letGo();
    return missing.attend().map(runs::orNextEnd);
  }
}
