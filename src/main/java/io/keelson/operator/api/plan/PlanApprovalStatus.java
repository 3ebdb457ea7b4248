package io.keelson.operator.api.plan;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import org.jspecify.annotations.Nullable;

/// What became of the decision.
@ApiObject
public class PlanApprovalStatus {

  @JsonPropertyDescription("The generation that was looked at; -1 until then.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription("What became of it.")
  @ApiEnum
  public @Nullable ApprovalPhase phase;

  @JsonPropertyDescription("One sentence on what it did, or why it does nothing and what to do.")
  public @Nullable String message;

  @JsonPropertyDescription("The Plan it was used for.")
  public @Nullable String plan;

  @JsonPropertyDescription("When its plan was let pass by it.")
  public @Nullable String usedAt;

  /// What an approval does.
  public enum ApprovalPhase {
    /// It names the current plan, which has not started yet.
    Pending,
    /// Because of it an apply ran, or a plan was rejected.
    Used,
    /// It names no plan of its Stack that still waits.
    Mismatch,
    /// It names a plan that had begun or ended when it came.
    TooLate,
    /// It is older than the Stack's `approval.expiresAfter`.
    Expired
  }
}
