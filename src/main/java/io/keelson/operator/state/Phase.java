package io.keelson.operator.state;

import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.status.ConditionReason;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The phase of an instance, in one word, with the reason of its condition Ready.
public enum Phase {
  Creating(ConditionReason.Applying, "The object is being created."),
  Updating(ConditionReason.Applying, "The object is being changed."),
  Deleting(ConditionReason.Applying, "The object is being destroyed."),
  Ready(ConditionReason.UpToDate, "The object exists."),
  Tainted(
      ConditionReason.Tainted,
      "The object exists, but its creation did not finish; the next plan replaces it."),
  Unfinished(
      ConditionReason.Unfinished,
      "The object exists, but its creation did not finish; the next plan updates it."),
  Missing(
      ConditionReason.Drifted,
      "The provider says that the object is gone; making it again is planned."),
  Deposed(
      ConditionReason.Applying,
      "Only replaced objects are left; they are destroyed when their turn comes."),
  Uncertain(
      ConditionReason.StateUncertain,
      "Nobody knows whether the object exists: its creation began, and its end was not seen. Look,"
          + " then annotate this record: keelson.dev/resolve=exists=<id>, or absent."),
  Orphaned(
      ConditionReason.Orphaned,
      "The instance is no longer declared; its destruction is planned. Restore the declaration to"
          + " keep it."),
  StackMissing(
      ConditionReason.StackMissing,
      "The instance's Stack does not exist; its objects are left alone. Apply a Stack of the same"
          + " name to adopt them.");

  private static final Set<String> WORDS =
      Stream.of(values()).map(Enum::name).collect(Collectors.toUnmodifiableSet());

  private final ConditionReason reason;
  private final String sentence;

  Phase(ConditionReason reason, String sentence) {
    this.reason = reason;
    this.sentence = sentence;
  }

  /// Whether a word is the name of a phase.
  static boolean isOne(String word) {
    return WORDS.contains(word);
  }

  public boolean ready() {
    return this == Ready;
  }

  public ConditionReason reason() {
    return reason;
  }

  public String sentence() {
    return sentence;
  }

  /// The phase that the state tells by itself.
  static Phase of(InstanceState state, Optional<JournalEntry> open) {
    if (open.isPresent())
      return switch (open.get().action) {
        case "Create" -> Creating;
        case "Delete" -> Deleting;
        default -> Updating;
      };
    if (state.current().isEmpty()) return Deposed;
    if (state.current().get().tainted()) return Tainted;
    if (state.current().get().unfinished()) return Unfinished;
    return state.drift() instanceof Drift.Missing ? Missing : Ready;
  }
}
