package io.keelson.operator.api.plan;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SelectableField;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.Formats;
import org.jspecify.annotations.Nullable;

/// A decision: who made it, whether it approves or rejects, and the digest of the plan.
@ApiObject
@SuppressWarnings("NullAway.Init")
@ValidationRule(
    value = "self == oldSelf",
    message = "a PlanApproval cannot be changed: delete it and create another one")
public class PlanApprovalSpec {

  @JsonPropertyDescription("The Stack whose plan this is about.")
  @Required
  @Pattern(Formats.STACK_NAME)
  @Size(min = 1, max = Formats.NAME_LENGTH)
  @SelectableField
  public String stack;

  @JsonPropertyDescription("The plan's spec.digest.")
  @Required
  @Pattern(Formats.DIGEST)
  @Size(max = Formats.DIGEST_LENGTH)
  public String digest;

  @JsonPropertyDescription("A Reject wins over every Approve until it is deleted.")
  @Required
  @ApiEnum
  public Decision.Verdict decision;

  @JsonPropertyDescription("Your own user name, as the API server knows it: kubectl auth whoami.")
  @Required
  @Pattern(Formats.LINE)
  @Size(min = 1, max = 512)
  public String approver;

  @JsonPropertyDescription("Why, for the record.")
  @Pattern(Formats.TEXT)
  @Size(max = Formats.MESSAGE_LENGTH)
  public @Nullable String reason;
}
