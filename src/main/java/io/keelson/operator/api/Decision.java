package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/// Why a plan may be applied or may not; recorded before the first operation.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class Decision {

  @JsonPropertyDescription("What was decided.")
  @ApiEnum
  @Required
  public Verdict verdict;

  @JsonPropertyDescription("The person who decided; absent when a policy did.")
  public @Nullable String by;

  @JsonPropertyDescription("The PlanApproval that was used.")
  public @Nullable String approval;

  @JsonPropertyDescription("The uid of the PlanApproval that says so; nothing if a rule decided.")
  public @Nullable String approvalUid;

  @JsonPropertyDescription(
      "The annotation of the Stack that approved it, where no PlanApproval could be made. Only who"
          + " has the verb approve can set it; the API server does not say who did.")
  public @Nullable String annotation;

  @JsonPropertyDescription("The policy that decided: the mode, or the text of autoApproveWhen.")
  public @Nullable String policy;

  @JsonPropertyDescription("When.")
  public @Nullable String at;

  /// Yes or no.
  public enum Verdict {
    Approve,
    Reject
  }
}
