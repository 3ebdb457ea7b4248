package io.keelson.operator.api.plan;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.PlanCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the plan proposes.
@ApiObject
@SuppressWarnings("NullAway.Init")
@ValidationRule(
    value = "self == oldSelf",
    message = "a Plan cannot be changed: what was shown is what is approved")
public class PlanSpec {

  @JsonPropertyDescription("The name of the Stack that it is a plan of.")
  @Required
  @Size(min = 1, max = Formats.NAME_LENGTH)
  public String stack;

  @JsonPropertyDescription(
      "The uid of that Stack: one that is made again under its name has plans of its own.")
  @Required
  @Size(min = 1, max = 64)
  public String stackUid;

  @JsonPropertyDescription("The hash over all changes; what a PlanApproval names.")
  @Required
  @Pattern(Formats.DIGEST)
  @Size(max = Formats.DIGEST_LENGTH)
  public String digest;

  @JsonPropertyDescription("The Stack's status.applyEpoch when this was planned.")
  @Required
  public Long epoch;

  @JsonPropertyDescription("How many changes of each kind it has.")
  @Required
  public PlanCounts counts;

  @JsonPropertyDescription("The changes, in the order of their addresses; the first 1000.")
  @Size(max = 1000)
  public @Nullable List<PlanChange> changes;

  @JsonPropertyDescription("How many more changes there are; the digest covers them all.")
  public @Nullable Integer changesOmitted;

  @JsonPropertyDescription(
      "The components in which something changes, in the order of their addresses; the first 200.")
  @Size(max = 200)
  public @Nullable List<PlanComponent> components;

  @JsonPropertyDescription(
      "What is left to a later plan although nothing is wrong with it, in the order of the"
          + " addresses; the first 100.")
  @Size(max = 100)
  public @Nullable List<PlanDeferral> deferred;

  @JsonPropertyDescription("How much more is left to a later plan.")
  public @Nullable Integer deferredOmitted;

  @JsonPropertyDescription(
      "What was approved for each change, as hashes: base64 of gzipped JSON. Tells after a crash"
          + " what the approval still covers.")
  @Size(max = 1048576)
  public @Nullable String leaves;

  @JsonPropertyDescription(
      "What providers answered for this plan, sealed with the Stack's key: a restart goes on with"
          + " it and does not ask again.")
  @Size(max = 262144)
  public @Nullable String answers;

  @JsonPropertyDescription("The plan as people read it, with sensitive values hidden.")
  @Size(max = 262144)
  public @Nullable String text;

  @JsonPropertyDescription("Whether text was cut to its limit.")
  public @Nullable Boolean textTruncated;

  @JsonPropertyDescription(
      "What whoever approves it should know and nothing stops: violated advisory policies, and what"
          + " providers warn of; the first 50.")
  @Size(max = 50)
  public @Nullable List<PlanWarning> warnings;

  @JsonPropertyDescription("Documented differences from Terraform that changed an outcome.")
  @Size(max = 20)
  public @Nullable List<PlanDeviation> deviations;

  /// What happens to one object.
  @ApiObject
  public static class PlanChange {
    @JsonPropertyDescription("The address of the instance.")
    @Required
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public String address;

    @JsonPropertyDescription("Set when the change is about a deposed object.")
    @Size(max = 16)
    public @Nullable String deposedKey;

    @JsonPropertyDescription("The address until now, if the instance moves to a new one.")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String previousAddress;

    @JsonPropertyDescription(
        "create, recreate, update, destroy-then-create, create-then-destroy, forget-then-create,"
            + " delete or forget; no-op if only the address changes.")
    @Required
    @Size(min = 1, max = 32)
    public String action;

    @JsonPropertyDescription("Why, where the action alone does not say it.")
    @Size(max = 128)
    public @Nullable String reason;

    @JsonPropertyDescription(
        "The object that has to be destroyed before its replacement is made, so that this one,"
            + " which needs it, goes before it, too.")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String because;

    @JsonPropertyDescription(
        "What the object goes with (lifecycle.deletedWith): that is destroyed, and nobody is asked"
            + " to destroy this one.")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String goesWith;

    @JsonPropertyDescription("Attributes that force the replacement.")
    @Size(max = 20)
    public @Nullable List<@Size(max = Formats.PATH_LENGTH) String> replacePaths;
  }

  /// Something that this plan does not change, and leaves to a later plan.
  @ApiObject
  public static class PlanDeferral {
    @JsonPropertyDescription("An instance, or a resource as a whole.")
    @Required
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public String address;

    @JsonPropertyDescription(
        "resource-config-unknown, provider-config-unknown, absent-prerequisite or unspecified, as"
            + " the provider says; needs-deferred, used-by-deferred, used-by-left-out or"
            + " moves-with-deferred.")
    @Required
    @Size(min = 1, max = 32)
    public String cause;

    @JsonPropertyDescription("The cause in words.")
    @Required
    @Size(min = 1, max = 1280)
    public String message;
  }

  /// What is told with a plan and stops nothing.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class PlanWarning {
    @JsonPropertyDescription(
        "What it is about: an address such as aws_instance.web[\"a\"], variable.region, or stack.")
    @Required
    @Size(max = 1024)
    public String subject;

    @JsonPropertyDescription("The attribute it is about, such as config.subnet_id.")
    @Size(max = 1024)
    public @Nullable String path;

    @JsonPropertyDescription("What it is about, in a few words.")
    @Required
    @Size(max = 1024)
    public String summary;

    @JsonPropertyDescription("Why it matters and what to do.")
    @Required
    @Size(max = 1024)
    public String detail;
  }

  /// A documented difference from Terraform that changed an outcome of this plan.
  @ApiObject
  public static class PlanDeviation {
    @JsonPropertyDescription("Its entry in the documentation, such as DEV-9.")
    @Required
    @Size(min = 1, max = 64)
    public String id;

    @JsonPropertyDescription("Where; the first 100.")
    @Size(max = 100)
    public @Nullable List<@Size(max = Formats.ADDRESS_LENGTH) String> addresses;
  }

  /// One instance of a component in which something changes.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class PlanComponent {
    @JsonPropertyDescription("Its address, such as component.web[\"eu\"].")
    @Required
    @Size(max = Formats.ADDRESS_LENGTH)
    public String address;

    @JsonPropertyDescription("Its ComponentDefinition, as namespace/name.")
    @Size(max = 512)
    public @Nullable String definition;

    @JsonPropertyDescription("The version of that with which it is planned.")
    @Size(max = 128)
    public @Nullable String version;

    @JsonPropertyDescription(
        "The version with which it was last as declared, if that is another one.")
    @Size(max = 128)
    public @Nullable String previousVersion;

    @JsonPropertyDescription("How many changes of each kind there are in it.")
    @Required
    public PlanCounts counts;
  }
}
