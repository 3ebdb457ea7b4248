package io.keelson.operator.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.json.BoundedTree;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.PolicyLevel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a policy looks at, and what it demands.
@ApiObject
@ValidationRule(
    value = "has(self.rules) || has(self.stackRules)",
    message = "a policy has rules, stackRules or both")
@SuppressWarnings("NullAway.Init")
public class PolicySpec {

  @JsonPropertyDescription("What it looks at; without it, all that is created or changed.")
  public @Nullable Match match;

  @JsonPropertyDescription(
      "What a violation comes to. Mandatory: nothing is done to the instance. Remediate: what is"
          + " declared is corrected first, as the rules say (set); what is violated all the same is"
          + " as with Mandatory. Advisory: it is told with the plan. Disabled: the policy is left"
          + " aside.")
  @Default("Mandatory")
  @ApiEnum
  public @Nullable PolicyLevel level;

  @JsonPropertyDescription("What has to hold of each object.")
  @Size(min = 1, max = 50)
  @ValidationRule(
      value = "self.all(a, self.exists_one(b, b.name == a.name))",
      message = "two rules of a policy have the same name")
  public @Nullable List<Rule> rules;

  @JsonPropertyDescription(
      "What has to hold of a plan as a whole. If it is mandatory, nobody can approve one that"
          + " violates it.")
  @Size(min = 1, max = 50)
  @ValidationRule(
      value = "self.all(a, self.exists_one(b, b.name == a.name))",
      message = "two rules of a policy have the same name")
  public @Nullable List<StackRule> stackRules;

  @JsonPropertyDescription("For whom a violation is only told, until a day.")
  @Size(min = 1, max = 100)
  public @Nullable List<Exempt> exempt;

  /// Instances for which a violation is only reported.
  @ApiObject
  public static class Exempt {
    @JsonPropertyDescription("The namespace of the Stack.")
    @Required
    @Pattern(Formats.NAMESPACE)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public String namespace;

    @JsonPropertyDescription("The Stack; without it, all of the namespace.")
    @Pattern(Formats.STACK_NAME)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public @Nullable String stack;

    @JsonPropertyDescription(
        "Addresses of resources or instances; * stands for any characters but dots, ** for any."
            + " Without any, all.")
    @Size(min = 1, max = 100)
    public @Nullable
        List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.ADDRESS_LENGTH) String>
        addresses;

    @JsonPropertyDescription("The last day on which it holds (UTC), such as 2027-01-31.")
    @Required
    @Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    @Size(min = 10, max = 10)
    @ValidationRule(
        value = "timestamp(self + 'T00:00:00Z') > timestamp('2000-01-01T00:00:00Z')",
        message = "there is no such day")
    public String until;

    @JsonPropertyDescription("Why; told with each violation.")
    @Required
    @Pattern(Formats.LINE)
    @Size(min = 1, max = 256)
    public String reason;
  }

  /// Which instances are looked at.
  @ApiObject
  public static class Match {
    @JsonPropertyDescription("Which namespaces it is about; without it, all.")
    public @Nullable Namespaces namespaces;

    @JsonPropertyDescription("Resource types; * stands for any characters. Without any, all types.")
    @Size(min = 1, max = 100)
    public @Nullable List<@Pattern("^[A-Za-z0-9_*-]+$") @Size(min = 1, max = 128) String> types;

    @JsonPropertyDescription("What is done to the object. Without any: Create, Update and Replace.")
    @Size(min = 1, max = 4)
    @ApiEnum
    public @Nullable List<Action> actions;
  }

  /// A choice of namespaces.
  @ApiObject
  public static class Namespaces {
    @JsonPropertyDescription("Labels that the namespace has.")
    @Required
    @Size(min = 1, max = 20)
    public Map<String, @Pattern(Formats.LINE) @Size(max = Formats.NAME_LENGTH) String> matchLabels;
  }

  /// One rule.
  @ApiObject
  public static class Rule {
    @JsonPropertyDescription("Told with each finding.")
    @Required
    @Pattern(Formats.NAMESPACE)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public String name;

    @JsonPropertyDescription(
        "An expression that gives true where the rule holds, over resource, prior, config, planned"
            + " and stack, such as ${planned.force_destroy != true}.")
    @Required
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = Formats.CONDITION_LENGTH)
    public String condition;

    @JsonPropertyDescription(
        "What to tell where the condition is false; may hold ${} expressions. A message with a"
            + " sensitive value is not shown.")
    @Required
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = Formats.CONDITION_LENGTH)
    public String errorMessage;

    @JsonPropertyDescription(
        "Arguments that a policy with the level Remediate puts in place of what is declared; may"
            + " hold ${} expressions over config, resource and stack.")
    @JsonDeserialize(using = BoundedTree.OfObject.class)
    public @Nullable ObjectNode set;
  }

  /// One rule over a plan.
  @ApiObject
  public static class StackRule {
    @JsonPropertyDescription("Told with each finding.")
    @Required
    @Pattern(Formats.NAMESPACE)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public String name;

    @JsonPropertyDescription(
        "An expression that gives true where the rule holds, over plan, resources and stack, such"
            + " as ${plan.destructive < 20}.")
    @Required
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = Formats.CONDITION_LENGTH)
    public String condition;

    @JsonPropertyDescription(
        "What to tell where the condition is false; may hold ${} expressions. A message with a"
            + " sensitive value is not shown.")
    @Required
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = Formats.CONDITION_LENGTH)
    public String errorMessage;
  }

  /// What is done to an object.
  public enum Action {
    Create,
    Update,
    Replace,
    Delete
  }
}
