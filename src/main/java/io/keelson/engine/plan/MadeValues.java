package io.keelson.engine.plan;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Adds up what the expressions of one plan make, and says when it is enough.
///
/// @rule R-LIM-6
final class MadeValues {
  private final long most;
  private final AtomicLong made = new AtomicLong();
  private volatile boolean exhausted;

  MadeValues(long most) {
    this.most = most;
  }

  Optional<String> objection(long characters) {
    if (made.addAndGet(characters) <= most) return Optional.empty();
    made.addAndGet(-characters);
    exhausted = true;
    return Optional.of(
        "The expressions of one plan may make %d characters together, and this one would go beyond. Nothing is planned for it, and what exists stays. Make shorter values, or split the Stack."
            .formatted(most));
  }

  /// Whether anything was refused: what, depends on who came first.
  boolean isContended() {
    return exhausted;
  }
}
