package io.keelson.operator.state;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.state.Operation;
import io.keelson.operator.api.JournalEntry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Writes operations as journal entries of this process, and reads entries back.
public final class Journal {
  /// Longer than any provider call may take.
  private static final Duration LONGEST_CALL = Duration.ofHours(1);

  private final JournalEntry.Holder self;
  private final Clock clock;

  public Journal(JournalEntry.Holder self, Clock clock) {
    this.self = self;
    this.clock = clock;
  }

  JournalEntry entry(Operation operation, long epoch) {
    var now = clock.instant();
    var entry = new JournalEntry();
    entry.operationId = operation.id();
    entry.action = word(operation.kind());
    entry.deposedKey = operation.deposed().map(DeposedKey::value).orElse(null);
    entry.locator = operation.locator().orElse(null);
    entry.planDigest = operation.plan();
    entry.epoch = epoch;
    entry.holder = self;
    entry.startedAt = now.toString();
    entry.deadline = now.plus(LONGEST_CALL).toString();
    return entry;
  }

  Instant now() {
    return clock.instant();
  }

  static Operation operation(JournalEntry entry) {
    return new Operation(
        entry.operationId,
        kind(entry.action),
        Optional.ofNullable(entry.deposedKey).map(DeposedKey::new),
        entry.planDigest == null ? "" : entry.planDigest,
        Optional.ofNullable(entry.locator));
  }

  private static String word(Operation.Kind kind) {
    return switch (kind) {
      case CREATE -> "Create";
      case UPDATE -> "Update";
      case DELETE -> "Delete";
    };
  }

  private static Operation.Kind kind(String word) {
    return switch (word) {
      case "Create" -> Operation.Kind.CREATE;
      case "Update" -> Operation.Kind.UPDATE;
      case "Delete" -> Operation.Kind.DELETE;
      default -> throw new IllegalArgumentException("no kind of operation: " + word);
    };
  }

  /// Whether the operation can no longer be running, going by its deadline.
  static boolean isOver(JournalEntry entry, Instant now) {
    return entry.deadline != null && now.isAfter(Instant.parse(entry.deadline));
  }
}
