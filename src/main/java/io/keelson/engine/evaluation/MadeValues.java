package io.keelson.engine.evaluation;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Adds up the values of one plan: what its expressions make, what is written for its instances,
/// and what its data sources and its programs give. Says when it is enough.
///
/// @rule R-LIM-6
public final class MadeValues {
  private final long most;
  private final AtomicLong made = new AtomicLong();
  private volatile boolean exhausted;

  public MadeValues(long most) {
    this.most = most;
  }

  /// As much as was made up to now, to go on from there.
  public MadeValues copy() {
    var copy = new MadeValues(most);
    copy.made.set(made.get());
    copy.exhausted = exhausted;
    return copy;
  }

  /// Why an expression may not make so much.
  public Optional<String> objection(long characters) {
    return add(characters)
        ? Optional.empty()
        : Optional.of("What this expression makes would go beyond." + enough());
  }

  /// Why so much may not be written for each of so many instances.
  public Optional<String> objection(long characters, int instances) {
    return add(Math.multiplyExact(characters, (long) instances))
        ? Optional.empty()
        : Optional.of(
            "Its config has %d characters, for each of %d instances."
                    .formatted(characters, instances)
                + enough());
  }

  /// Why an answer of a data source may not be used that has so much. How much that is stays
  /// unsaid: it may be a Secret.
  public Optional<String> objectionToReading(long characters) {
    return add(characters)
        ? Optional.empty()
        : Optional.of(
            "What it gives would go beyond: the values of one plan may have %d characters together. It is not used, and nothing is done with what refers to it. Let it find less, or split the Stack."
                .formatted(most));
  }

  /// Why what a program says may not be planned that has so much: what it registers, or gives.
  public Optional<String> objectionToProgram(long characters) {
    return add(characters)
        ? Optional.empty()
        : Optional.of(
            "What the program says would go beyond: the values that programs register and give in one plan may have %d characters together. Let it say less, or split the Stack."
                .formatted(most));
  }

  private boolean add(long characters) {
    if (made.addAndGet(characters) <= most) return true;
    made.addAndGet(-characters);
    exhausted = true;
    return false;
  }

  private String enough() {
    return " The values of one plan may have %d characters together. Nothing is planned for it, and what exists of it stays. Make its values shorter, or split the Stack."
        .formatted(most);
  }

  /// Whether anything was refused: what, depends on who came first.
  public boolean isContended() {
    return exhausted;
  }
}
