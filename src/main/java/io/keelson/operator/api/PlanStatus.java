package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of the proposal.
@ApiObject
public class PlanStatus {

  @ApiEnum public @Nullable PlanPhase phase;

  @JsonPropertyDescription("One sentence on what happens now, or what to do.")
  public @Nullable String message;

  public @Nullable Decision decision;

  @JsonPropertyDescription(
      "The policies that looked at the plan, as they were when it was shown or begun.")
  @Size(max = 100)
  public @Nullable List<LookingPolicy> policies;

  @JsonPropertyDescription("How many more policies looked at it.")
  public @Nullable Integer policiesOmitted;

  public @Nullable String startedAt;
  public @Nullable String finishedAt;

  @JsonPropertyDescription("Changes that were carried out.")
  public @Nullable Integer completed;

  @JsonPropertyDescription("Changes that failed.")
  public @Nullable Integer failed;

  @Size(max = 20)
  public @Nullable List<StatusDiagnostic> diagnostics;

  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  /// A policy that looked at the plan.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class LookingPolicy {
    public String name;
    @ApiEnum public PolicySpec.@Nullable Level level;

    @JsonPropertyDescription("SHA-256 of its spec, as JSON with sorted names and without spaces.")
    public String hash;
  }
}
