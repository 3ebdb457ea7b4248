package io.keelson.operator.api.plan;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.PolicyLevel;
import io.keelson.operator.api.Progress;
import io.keelson.operator.api.StatusDiagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of the plan.
@ApiObject
public class PlanStatus {

  @JsonPropertyDescription("The generation that the rest was written for; -1 until then.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription("Where it is between being shown and being carried out.")
  @ApiEnum
  public @Nullable PlanPhase phase;

  @JsonPropertyDescription("One sentence on what happens now, or what to do.")
  public @Nullable String message;

  @JsonPropertyDescription("Who let it pass or rejected it.")
  public @Nullable Decision decision;

  @JsonPropertyDescription(
      "The policies that looked at the plan, as they were when it was shown or begun.")
  @Size(max = 100)
  public @Nullable List<AppliedPolicy> policies;

  @JsonPropertyDescription("How many more policies looked at it.")
  public @Nullable Integer policiesOmitted;

  @JsonPropertyDescription("When it was begun to be carried out.")
  public @Nullable String startedAt;

  @JsonPropertyDescription("When that came to an end.")
  public @Nullable String finishedAt;

  @JsonPropertyDescription("How far its apply is, or was when it ended.")
  public @Nullable Progress progress;

  @JsonPropertyDescription("Changes that were carried out.")
  public @Nullable Integer completed;

  @JsonPropertyDescription("Changes that failed.")
  public @Nullable Integer failed;

  @JsonPropertyDescription("Problems and warnings of the plan, the most important first.")
  @Size(max = 20)
  public @Nullable List<StatusDiagnostic> diagnostics;

  @JsonPropertyDescription("Its conditions, as Kubernetes tools read them.")
  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  /// A policy that looked at the plan.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class AppliedPolicy {
    @JsonPropertyDescription("The name of the Policy.")
    public String name;

    @JsonPropertyDescription("What a violation of it came to.")
    @ApiEnum
    public @Nullable PolicyLevel level;

    @JsonPropertyDescription("SHA-256 of its spec, as JSON with sorted names and without spaces.")
    public String hash;
  }
}
