package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.json.BoundedTree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a team declares for a Stack as a whole.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class StackSpec {

  @JsonPropertyDescription(
      "Starts nothing new while true: no plan is applied; running operations finish.")
  @Default("false")
  public Boolean suspend;

  @JsonPropertyDescription(
      "How long the declared set must be quiet before it is planned, such as 5s.")
  @Default("5s")
  @Pattern(Formats.DURATION)
  @Size(max = Formats.DURATION_LENGTH)
  public String settle;

  @JsonPropertyDescription(
      "How long a vanished Resource is waited for before its instances count as orphans.")
  @Default("2m")
  @Pattern(Formats.DURATION)
  @Size(max = Formats.DURATION_LENGTH)
  public String removalGrace;

  @JsonPropertyDescription("How often the real objects are read to find drift; at least 1s.")
  @Default("1h")
  @Pattern(Formats.DURATION)
  @Size(max = Formats.DURATION_LENGTH)
  @ValidationRule(
      value = "duration(self) >= duration('1s')",
      message =
          "spec.interval is at least 1s; to switch drift detection off, set"
              + " spec.driftPolicy.mode to \"Off\"")
  public String interval;

  @JsonPropertyDescription("How many operations run at the same time in one apply.")
  @Default("10")
  @Min(1)
  @Max(100)
  public Integer parallelism;

  @JsonPropertyDescription(
      "When objects are destroyed that no replacement waits for. Graph: each as soon as nothing"
          + " that depends on it is in the way. Layered: after everything that is created or"
          + " updated, in layers, what depends on others before these, as Pulumi does it.")
  @Default("Graph")
  @ApiEnum
  public Deletes deletes;

  @JsonPropertyDescription(
      "What happens to the rest of an apply when an operation fails. Continue: what does not depend"
          + " on it goes on. Stop: nothing new is started, but replacements that have begun are"
          + " finished. What was not done is planned again in both cases.")
  @Default("Continue")
  @ApiEnum
  public OnFailure onFailure;

  @JsonPropertyDescription(
      "Which plans may be applied without a person, and for how long one holds.")
  @Default("{}")
  public Approval approval;

  @JsonPropertyDescription("What happens with objects that no longer are as they were applied.")
  @Default("{}")
  public DriftPolicy driftPolicy;

  @JsonPropertyDescription("What deleting this Stack does to the objects it manages.")
  @Default("{}")
  public Deletion deletion;

  @JsonPropertyDescription(
      "How many instances may leave, since a person last approved, before a person has to approve"
          + " again in every mode: a number, or per cent of the instances at that approval.")
  @Default("10%")
  @ValidationRule(
      value = "type(self) == string || self >= 0",
      message =
          "spec.maxRemovals is a number of instances, or per cent such as \"10%\";"
              + " it cannot be negative")
  public IntOrString maxRemovals;

  @JsonPropertyDescription(
      "The service account of this namespace in whose name objects are changed; never the"
          + " operator's own rights.")
  @Default("default")
  @Pattern(Formats.OBJECT_NAME)
  @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
  public String serviceAccountName;

  @JsonPropertyDescription(
      "ProviderConfigs for Resources that name none, as name or namespace/name: the one whose"
          + " provider the type begins with is used, as aws_instance begins with aws.")
  @Size(max = 50)
  public @Nullable
      List<@Pattern(Formats.CONFIG_NAME) @Size(min = 1, max = Formats.CONFIG_NAME_LENGTH) String>
      providerConfigs;

  @JsonPropertyDescription("Values that expressions read as variable.NAME.")
  @Size(max = 200)
  public @Nullable List<StackVariable> variables;

  @JsonPropertyDescription("Named values and expressions that others read as local.NAME.")
  @Size(max = 500)
  @JsonDeserialize(contentUsing = BoundedTree.class)
  public @Nullable Map<String, JsonNode> locals;

  @JsonPropertyDescription(
      "New addresses of objects that exist: what was declared under another name, or under another"
          + " key, is moved and not replaced. A statement may stay for ever.")
  @Size(max = 500)
  public @Nullable List<Move> moves;

  @JsonPropertyDescription("What becomes of the objects of Resources that are declared no more.")
  @Size(max = 500)
  public @Nullable List<Removal> removed;

  @JsonPropertyDescription(
      "Objects that exist already and are taken over by instances that have none. A statement may"
          + " stay for ever.")
  @Size(max = 500)
  public @Nullable List<Import> imports;

  @JsonPropertyDescription("Values that this Stack shows in its status or writes for others.")
  @Size(max = 200)
  public @Nullable List<StackOutput> outputs;

  @JsonPropertyDescription(
      "What should be true of the Stack as it is. Where an assertion does not hold, the Stack's"
          + " status says so; nothing is stopped by it.")
  @Size(max = 100)
  public @Nullable List<Check> checks;

  @JsonPropertyDescription(
      "Changes to all resources of the Stack, also to those in components; after those that"
          + " components say.")
  @Size(max = 20)
  public @Nullable List<TransformSpec> transforms;

  /// When objects that no replacement waits for are destroyed.
  public enum Deletes {
    Graph,
    Layered
  }

  /// What happens to the rest of an apply when an operation fails.
  public enum OnFailure {
    Continue,
    Stop
  }

  /// Which plans may be applied without a person.
  @ApiObject
  public static class Approval {
    @JsonPropertyDescription(
        "Automatic: every plan. Policy: plans for which autoApproveWhen is true. Manual: none, each"
            + " needs a PlanApproval.")
    @Default("Policy")
    @ApiEnum
    public ApprovalMode mode;

    @JsonPropertyDescription(
        "CEL over the plan's summary, for mode Policy. An error while it is evaluated means no.")
    @Default("plan.destructive == 0")
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = 2048)
    public String autoApproveWhen;

    @JsonPropertyDescription("How long after it was given an approval can still start an apply.")
    @Default("72h")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    @ValidationRule(
        value = "duration(self) > duration('0s')",
        message = "spec.approval.expiresAfter is longer than 0s, or no approval could ever be used")
    public String expiresAfter;
  }

  /// Who approves plans.
  public enum ApprovalMode {
    Automatic,
    Policy,
    Manual
  }

  /// What happens with drift.
  @ApiObject
  public static class DriftPolicy {
    @JsonPropertyDescription(
        "\"Off\" (quote it, YAML reads a bare Off as false): the world is not read. Report: drift"
            + " is shown, and a plan that corrects it waits for a person. Correct: a plan that"
            + " corrects drift and does nothing besides passes spec.approval as any other; if drift"
            + " comes back again and again, the pauses grow, and then a person is asked.")
    @Default("Report")
    @ApiEnum
    public DriftMode mode;
  }

  /// Whether drift is looked for, and what is done about it.
  public enum DriftMode {
    Off,
    Report,
    Correct
  }

  /// What deleting the Stack does.
  @ApiObject
  public static class Deletion {
    @JsonPropertyDescription("Destroy: a destroy plan. Orphan: objects and their records stay.")
    @Default("Destroy")
    @ApiEnum
    public DeletionPolicy policy;

    @JsonPropertyDescription("Whether the destroy plan of a deleted Stack needs a PlanApproval.")
    @Default("Required")
    @ApiEnum
    public DeletionApproval approval;
  }

  /// What happens to the objects of a deleted Stack.
  public enum DeletionPolicy {
    Destroy,
    Orphan
  }

  /// Whether a person approves the destruction of a deleted Stack.
  public enum DeletionApproval {
    Required,
    Automatic
  }

  /// A move to a new address. Two addresses without a key move all instances of a Resource.
  @ApiObject
  public static class Move {
    @JsonPropertyDescription(
        "The address until now, such as terraform_data.web or terraform_data.web[\"a\"]. It must"
            + " not be declared any more.")
    @Required
    @Pattern(Formats.ADDRESS)
    @Size(max = Formats.ADDRESS_LENGTH)
    public String from;

    @JsonPropertyDescription("The address from now on.")
    @Required
    @Pattern(Formats.ADDRESS)
    @Size(max = Formats.ADDRESS_LENGTH)
    public String to;
  }

  /// The end of managing a Resource.
  @ApiObject
  public static class Removal {
    @JsonPropertyDescription(
        "The address of the Resource, such as terraform_data.web. It must not be declared any"
            + " more.")
    @Required
    @Pattern(Formats.RESOURCE_ADDRESS)
    @Size(max = Formats.ADDRESS_LENGTH)
    public String from;

    @JsonPropertyDescription(
        "Whether its objects are destroyed. If not, they are forgotten: they exist on, and nothing"
            + " watches them any more.")
    @Required
    public Boolean destroy;
  }

  /// An object that is taken over, or one for each element of a collection.
  @ApiObject
  @ValidationRule(
      value = "has(self.id) != has(self.identity)",
      message = "an import names the object by its id or by its identity: give one of them")
  public static class Import {
    @JsonPropertyDescription(
        "The address of the instance, such as terraform_data.web or terraform_data.web[\"a\"]. What"
            + " is in the brackets may be an expression: terraform_data.web[each.key].")
    @Required
    @Pattern(Formats.IMPORT_TARGET)
    @Size(max = Formats.ADDRESS_LENGTH)
    public String to;

    @JsonPropertyDescription(
        "What the provider finds the object by; may hold ${} expressions. Of kubernetes_object:"
            + " Kind.group/namespace/name.")
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = Formats.CONDITION_LENGTH)
    public @Nullable String id;

    @JsonPropertyDescription(
        "The same by the attributes that tell the object from others, for types that have an"
            + " identity; may hold ${} expressions.")
    @JsonDeserialize(using = BoundedTree.OfObject.class)
    public @Nullable ObjectNode identity;

    @JsonPropertyDescription(
        "One import per element: a map, or an expression that gives a map or a set of strings. Its"
            + " elements are each.key and each.value in to, id and identity.")
    @JsonDeserialize(using = BoundedTree.class)
    public @Nullable JsonNode forEach;

    @JsonPropertyDescription(
        "What the plan that takes the object over may do to it: Any (the default) allows whatever"
            + " its declaration requires, InPlace an update but no replacement, Nothing neither.")
    @Default("Any")
    @ApiEnum
    public @Nullable ImportAllow allow = ImportAllow.Any;
  }

  /// Assertions about the Stack, under one name.
  @ApiObject
  public static class Check {
    @JsonPropertyDescription("The name under which its result is told.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription(
        "Something that exists and is read for this check alone; assertions name it as"
            + " data.type.name. That it cannot be read is told, and stops nothing.")
    public @Nullable CheckData data;

    @JsonPropertyDescription("What should hold, and what to tell where it does not.")
    @Required
    @Size(min = 1, max = 50)
    public List<CheckSpec> assertions;
  }

  /// A data source that only one check looks at.
  @ApiObject
  public static class CheckData {
    @JsonPropertyDescription("The type of the data source, such as kubernetes_object.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String type;

    @JsonPropertyDescription("The name of the data source, as in data.type.name.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription("The arguments of the type, with ${} expressions.")
    @JsonDeserialize(using = BoundedTree.OfObject.class)
    public @Nullable ObjectNode config;

    @JsonPropertyDescription("Resources after whose changes it is read.")
    @Size(max = 100)
    public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
        dependsOn;
  }
}
