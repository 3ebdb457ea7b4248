package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the operator knows about a Stack.
@ApiObject
@ConditionsSay(
    "Its conditions, as Kubernetes tools read them; Ready says whether it is as declared.")
public class StackStatus extends ConditionedStatus {
  @JsonPropertyDescription(
      "The value of the annotation reconcile.fluxcd.io/requestedAt for which the Stack was last"
          + " read and planned.")
  @Size(max = 256)
  public @Nullable String lastHandledReconcileAt;

  @JsonPropertyDescription("Ready and declared instances, such as 142/150.")
  public @Nullable String resources;

  @JsonPropertyDescription(
      "What the current plan would do, such as +3 ~1 -/+1 -0; how far it is while it is carried"
          + " out, such as 120/500.")
  public @Nullable String pending;

  @JsonPropertyDescription("How many instances differ from what was applied.")
  public @Nullable Integer drifted;

  @JsonPropertyDescription("What the next reading and the next correction of drift depend on.")
  public @Nullable DriftMemory drift;

  @JsonPropertyDescription(
      "What was carried out again and again although nothing else was declared; it waits longer"
          + " each time.")
  public @Nullable Repeats repeats;

  @JsonPropertyDescription("How many changes of each kind the current plan has.")
  public @Nullable InstanceCounts counts;

  @JsonPropertyDescription("The plan that waits or runs now; absent when there is nothing to do.")
  public @Nullable CurrentPlan plan;

  @JsonPropertyDescription("The apply that last ended.")
  public @Nullable LastApply lastApplied;

  @JsonPropertyDescription(
      "Raised when an apply starts; part of every digest, so an approval serves one apply.")
  public @Nullable Long applyEpoch;

  @JsonPropertyDescription(
      "Fingerprint of the key in the Stack's Secret, or of those that were made and may have got"
          + " there. A Secret with any other key is not used.")
  @Size(max = 10)
  public @Nullable List<String> sealingKeys;

  @JsonPropertyDescription("The Runs that were carried out last, the newest at the end.")
  @Size(max = 50)
  public @Nullable List<RanRun> runs;

  @JsonPropertyDescription("What maxRemovals counts with.")
  public @Nullable Guard guard;

  @JsonPropertyDescription("The values of spec.outputs that are not sensitive; 64 KiB at most.")
  @Size(max = 200)
  public @Nullable Map<String, JsonNode> outputs;

  @JsonPropertyDescription(
      "Secrets and ConfigMaps that outputs were written to. Noted before they are written, and"
          + " again with the version that was: another one is not what this Stack has written.")
  @Size(max = 200)
  public @Nullable List<PublishedObject> published;

  @JsonPropertyDescription("The most important problems; diagnosticCounts has how many there are.")
  @Size(max = 20)
  public @Nullable List<StatusDiagnostic> diagnostics;

  @JsonPropertyDescription("How many problems and warnings there are.")
  public @Nullable DiagnosticCounts diagnosticCounts;

  /// How many applies of the Stack have started.
  ///
  /// @param status null for a Stack that was never reported on
  public static long epoch(@Nullable StackStatus status) {
    return status == null || status.applyEpoch == null ? 0 : status.applyEpoch;
  }

  /// The plan whose apply has begun and not ended.
  public static Optional<CurrentPlan> openRun(Stack stack) {
    return Optional.ofNullable(stack.getStatus())
        .flatMap(status -> Optional.ofNullable(status.plan))
        .filter(plan -> plan.phase == PlanPhase.Applying);
  }

  /// A Secret or ConfigMap with outputs.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class PublishedObject {
    @JsonPropertyDescription("Secret or ConfigMap.")
    @Required
    public String kind;

    @JsonPropertyDescription("The name of the object.")
    @Required
    public String name;

    @JsonPropertyDescription("Those of its keys that are this Stack's.")
    @Size(max = 200)
    @Required
    public List<String> keys;

    @JsonPropertyDescription(
        "The resourceVersion that has the outputs; absent while they are being written.")
    public @Nullable String version;
  }

  /// What is remembered of drift, so that it outlives the operator's process.
  @ApiObject
  public static class DriftMemory {
    @JsonPropertyDescription(
        "When the last reading of all real objects began; of several in ten minutes the first.")
    public @Nullable String readAt;

    @JsonPropertyDescription(
        "Instances whose drift was corrected, and of which it is not known yet that it lasts; those"
            + " that were corrected most often.")
    @Size(max = 20)
    public @Nullable List<Correction> corrections;

    /// @return null if there is nothing to remember
    public static @Nullable DriftMemory of(@Nullable String readAt, List<Correction> corrections) {
      if (readAt == null && corrections.isEmpty()) return null;
      var memory = new DriftMemory();
      memory.readAt = readAt;
      memory.corrections = corrections.isEmpty() ? null : corrections;
      return memory;
    }
  }

  /// Corrections of one instance's drift.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class Correction {
    @JsonPropertyDescription("The address of the instance.")
    @Required
    @Size(max = Formats.ADDRESS_LENGTH)
    public String address;

    @JsonPropertyDescription("How many there were in a row, none of which is known to last.")
    @Required
    public Integer times;

    @JsonPropertyDescription("When the last one began.")
    @Required
    public String at;

    @JsonPropertyDescription("Whether the drift is there again.")
    public @Nullable Boolean back;
  }

  /// The changes that are to be made again although they were just made.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class Repeats {
    @JsonPropertyDescription("A hash over what was declared: with something else it counts anew.")
    @Required
    @Size(max = 64)
    public String declared;

    @JsonPropertyDescription("Those that were carried out most often.")
    @Size(max = 20)
    public @Nullable List<Repeat> changes;
  }

  /// One object or output that is changed again and again.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class Repeat {
    @JsonPropertyDescription("The address of the object, or output.NAME.")
    @Required
    @Size(max = Formats.ADDRESS_LENGTH)
    public String change;

    @JsonPropertyDescription("How often in a row.")
    @Required
    public Integer times;

    @JsonPropertyDescription("When the last one began.")
    @Required
    public String at;
  }

  /// How many resources and instances a Stack has.
  @ApiObject
  public static class InstanceCounts {
    @JsonPropertyDescription("Resource objects that name this Stack.")
    public @Nullable Integer resources;

    @JsonPropertyDescription("Instances that the Resources declare.")
    public @Nullable Integer declared;

    @JsonPropertyDescription("Declared instances that exist as declared.")
    public @Nullable Integer ready;

    @JsonPropertyDescription("Records of instances, orphans included.")
    public @Nullable Integer recorded;

    @JsonPropertyDescription("Recorded instances that are no longer declared.")
    public @Nullable Integer orphaned;

    @JsonPropertyDescription("Replaced objects that are still to be destroyed.")
    public @Nullable Integer deposed;
  }

  /// The plan that the Stack is at now.
  ///
  /// In a terminating namespace no Plan object can be created: then `name` is absent, and this is
  /// the plan's only record.
  @ApiObject
  public static class CurrentPlan {
    @JsonPropertyDescription("The name of the Plan.")
    public @Nullable String name;

    @JsonPropertyDescription("What an approval of it names.")
    public @Nullable String digest;

    @JsonPropertyDescription("Where it is between being shown and being carried out.")
    @ApiEnum
    public @Nullable PlanPhase phase;

    @JsonPropertyDescription("How many changes of each kind it has.")
    public @Nullable PlanCounts counts;

    @JsonPropertyDescription(
        "How far its apply is, or was when it last stopped; absent before it begins.")
    public @Nullable Progress progress;

    @JsonPropertyDescription("What it does, a line for each object, where no Plan can hold it.")
    @Size(max = 65536)
    public @Nullable String summary;

    @JsonPropertyDescription("As spec.leaves of a Plan, where there can be none.")
    @Size(max = 1048576)
    public @Nullable String leaves;

    @JsonPropertyDescription("The decision, where no Plan object can hold it.")
    public @Nullable Decision decision;

    @JsonPropertyDescription("The Run that asked for it; absent if what is declared did.")
    public @Nullable RunReference run;

    @JsonPropertyDescription(
        "Which plan that waited it took the place of, and in which addresses and attributes it"
            + " differs.")
    @Size(max = 8192)
    public @Nullable String tookPlaceOf;

    /// The same plan in another phase.
    public CurrentPlan in(PlanPhase next) {
      var other = new CurrentPlan();
      other.name = name;
      other.digest = digest;
      other.phase = next;
      other.counts = counts;
      other.progress = progress;
      other.summary = summary;
      other.leaves = leaves;
      other.decision = decision;
      other.run = run;
      other.tookPlaceOf = tookPlaceOf;
      return other;
    }
  }

  /// One Run, and what it asked for.
  @ApiObject
  public static class RunReference {
    @JsonPropertyDescription("The name of the Run.")
    public @Nullable String name;

    @JsonPropertyDescription("The uid of the Run.")
    public @Nullable String uid;

    @JsonPropertyDescription("Over all that it asks of its plan.")
    public @Nullable String specHash;
  }

  /// A Run that began to be carried out, or was.
  @ApiObject
  public static class RanRun {
    @JsonPropertyDescription("The name of the Run.")
    public @Nullable String name;

    @JsonPropertyDescription("The uid of the Run.")
    public @Nullable String uid;

    @JsonPropertyDescription(
        "Over all that it asked for: a Run of the same name that asks the same is not carried out"
            + " again.")
    public @Nullable String specHash;

    @JsonPropertyDescription("How it ended.")
    @ApiEnum
    public @Nullable RunPhase phase;

    @JsonPropertyDescription("The digests of its plans that were begun, the last ones.")
    @Size(max = 20)
    public @Nullable List<String> digests;

    @JsonPropertyDescription("When it ended.")
    public @Nullable String finishedAt;
  }

  /// How the last apply ended.
  @ApiObject
  public static class LastApply {
    @JsonPropertyDescription("The name of the Plan.")
    public @Nullable String plan;

    @JsonPropertyDescription("The digest of the plan.")
    public @Nullable String digest;

    @JsonPropertyDescription("The number of the apply, from 1.")
    public @Nullable Long epoch;

    @JsonPropertyDescription("How it ended.")
    @ApiEnum
    public @Nullable PlanPhase phase;

    @JsonPropertyDescription("When it ended.")
    public @Nullable String finishedAt;
  }

  /// What the removal guard remembers since a person last approved.
  @ApiObject
  public static class Guard {
    @JsonPropertyDescription("Instances at the last approval by a person.")
    public @Nullable Integer baselineInstances;

    @JsonPropertyDescription("Instances that have left since then, for whatever cause.")
    public @Nullable Integer removedSince;

    @JsonPropertyDescription("When a person last approved.")
    public @Nullable String approvedAt;
  }

  /// How many problems there are, shown or not.
  @ApiObject
  public static class DiagnosticCounts {
    @JsonPropertyDescription("How many problems.")
    public @Nullable Integer errors;

    @JsonPropertyDescription("How many warnings.")
    public @Nullable Integer warnings;
  }
}
