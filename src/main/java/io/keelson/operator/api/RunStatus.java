package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of the request.
@ApiObject
@ConditionsSay(
    "Its conditions, as Kubernetes tools read them; Ready says whether it has come to its end.")
public class RunStatus extends ConditionedStatus {
  @JsonPropertyDescription("How far it has come.")
  @ApiEnum
  public @Nullable RunPhase phase;

  @JsonPropertyDescription("The Plan that was made for it; absent while there is nothing to do.")
  public @Nullable RunPlan plan;

  @JsonPropertyDescription("How many changes of each kind its plan has.")
  public @Nullable PlanCounts counts;

  @JsonPropertyDescription("What its plan does, such as +3 ~1 -/+1 -0.")
  public @Nullable String changes;

  @JsonPropertyDescription("When its plan was first carried out.")
  public @Nullable String startedAt;

  @JsonPropertyDescription("When it ended. It is deleted spec.ttl later.")
  public @Nullable String finishedAt;

  @JsonPropertyDescription("What was met in planning and applying.")
  @Size(max = 20)
  public @Nullable List<StatusDiagnostic> diagnostics;

  /// The Plan that was made for a Run.
  @ApiObject
  public static class RunPlan {
    @JsonPropertyDescription("The name of the Plan.")
    public @Nullable String name;

    @JsonPropertyDescription("What a PlanApproval names.")
    public @Nullable String digest;

    /// Earlier versions wrote nothing but the name; such a Run may still be there.
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static RunPlan of(String name) {
      var plan = new RunPlan();
      plan.name = name;
      return plan;
    }
  }
}
