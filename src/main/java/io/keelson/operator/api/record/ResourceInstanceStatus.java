package io.keelson.operator.api.record;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.StatusDiagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The state of one instance. The inherited fields are its current object, absent if it has none.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ResourceInstanceStatus extends ObjectRecord {

  @JsonPropertyDescription("-1 until the first state is written; absent from then on.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription(
      "Raised with every write of state. Absent: the creation in spec.intent may have begun.")
  public @Nullable Long serial;

  @JsonPropertyDescription("Fingerprint of the Stack's key that seals what is secret in it.")
  public @Nullable String sealingKey;

  @JsonPropertyDescription(
      "What the instance is doing, in one word: Creating, Ready, Tainted, Unfinished, Orphaned ...")
  public @Nullable String phase;

  @JsonPropertyDescription("Replaced objects that are still to be destroyed.")
  @Size(max = 1000)
  public @Nullable List<DeposedObject> deposed;

  @JsonPropertyDescription("How many objects were replaced and still exist.")
  public @Nullable Integer deposedCount;

  @JsonPropertyDescription("The operation that has begun and whose result is not written yet.")
  public @Nullable JournalEntry operation;

  @JsonPropertyDescription("The operation whose result was written last.")
  public @Nullable String lastOperationId;

  @JsonPropertyDescription(
      "Operations whose results are written, the last ones: who got no answer to a write sees here"
          + " that it had come to pass, whatever was written since.")
  @Size(max = 10)
  public @Nullable List<String> finishedOperations;

  @JsonPropertyDescription("Digest of the plan whose apply wrote the current content.")
  public @Nullable String writtenBy;

  @JsonPropertyDescription("Digest of the plan whose apply made the current object.")
  public @Nullable String madeBy;

  @JsonPropertyDescription(
      "Results that came back when their operation was no longer expected; for a person to judge.")
  @Size(max = 100)
  public @Nullable List<LateResult> lateResults;

  @JsonPropertyDescription("What was found to differ from what was applied.")
  public @Nullable Drift drift;

  @JsonPropertyDescription(
      "What there was to say of the operation that ended last, the most important first: why a"
          + " creation did not finish, for example.")
  @Size(max = 10)
  public @Nullable List<StatusDiagnostic> diagnostics;

  @JsonPropertyDescription(
      "Its conditions, as Kubernetes tools read them; Ready says whether it is as declared.")
  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  /// An object that was set aside so that its replacement could be created first.
  @ApiObject
  public static class DeposedObject extends ObjectRecord {
    @JsonPropertyDescription("What tells it from the others.")
    @Required
    public String key;
  }

  /// What a provider answered to an operation that had been given up.
  @ApiObject
  public static class LateResult extends ObjectRecord {
    @JsonPropertyDescription("The operation that it is the result of.")
    @Required
    public JournalEntry operation;

    @JsonPropertyDescription("When it came in.")
    public @Nullable String receivedAt;

    @JsonPropertyDescription("What it says.")
    public @Nullable String message;
  }

  /// How the real object differs from what was applied.
  @ApiObject
  public static class Drift {
    @JsonPropertyDescription("Whether it changed, or is missing.")
    @ApiEnum
    @Required
    public DriftKind kind;

    @JsonPropertyDescription(
        "Attributes that differ; of an object that is gone, those that differed before.")
    @Size(max = 1000)
    public @Nullable List<String> attributes;

    @JsonPropertyDescription("Hash of what was last applied: seen again, the drift is over.")
    public @Nullable String appliedHash;

    @JsonPropertyDescription(
        "The object as it was last applied, for readings to start from. Absent if it is larger than"
            + " 128 KiB.")
    public @Nullable ObjectRecord lastApplied;

    @JsonPropertyDescription("When that was seen first.")
    public @Nullable String observedAt;
  }

  /// In which way it differs.
  public enum DriftKind {
    Changed,
    Missing
  }
}
