package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crd.generator.annotation.SelectableField;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.json.BoundedTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The declaration of one resource.
@ApiObject
@SuppressWarnings("NullAway.Init")
@ValidationRule(
    value = "has(self.name) == has(oldSelf.name) && (!has(self.name) || self.name == oldSelf.name)",
    message =
        "spec.name cannot be changed, it is part of the address: create a Resource with the new"
            + " name; what the old one manages is planned for destruction when you delete it")
public class ResourceSpec extends DeclaredResource {

  @JsonPropertyDescription("The Stack of this namespace that this resource belongs to.")
  @Required
  @Pattern(Formats.STACK_NAME)
  @Size(min = 1, max = Formats.NAME_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message =
          "spec.stack cannot be changed, the state of the instances belongs to the old Stack:"
              + " create another Resource for the new Stack")
  @SelectableField
  public String stack;

  @JsonPropertyDescription("The resource type, such as terraform_data.")
  @Required
  @Pattern(Formats.IDENTIFIER)
  @Size(max = Formats.IDENTIFIER_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message =
          "spec.type cannot be changed, it is part of the address: create a Resource with the new"
              + " type; what the old one manages is planned for destruction when you delete it")
  public String type;

  @JsonPropertyDescription(
      "The resource's name in addresses and expressions; the default is metadata.name with '-' as"
          + " '_'.")
  @Pattern(Formats.IDENTIFIER)
  @Size(max = Formats.IDENTIFIER_LENGTH)
  public @Nullable String name;

  @JsonPropertyDescription(
      "Managed: objects are made, changed and destroyed. Data: something that exists is read; its"
          + " address is data.type.name. Ephemeral: something is opened for the time of a plan or"
          + " apply and recorded nowhere; its address is ephemeral.type.name.")
  @Default("Managed")
  @ApiEnum
  @ValidationRule(
      value = "self == oldSelf",
      message =
          "spec.mode cannot be changed, it is part of the address: create another Resource; what"
              + " this one manages is planned for destruction when you delete it")
  public @Nullable Mode mode;

  /// Whether objects are managed, only read, or only opened for a while.
  public enum Mode {
    Managed,
    Data,
    Ephemeral
  }

  @JsonPropertyDescription(
      "The ProviderConfig that it uses; the default is the one of"
          + " spec.providerConfigs of the Stack whose provider the type begins with. Built-in types"
          + " need none.")
  public @Nullable ProviderConfigRef providerConfigRef;

  /// A ProviderConfig by name.
  @ApiObject
  public static class ProviderConfigRef {
    @JsonPropertyDescription("The name of the ProviderConfig.")
    @Required
    @Pattern(Formats.OBJECT_NAME)
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public String name;

    @JsonPropertyDescription("Where it is, if not here. It has to allow its use in this namespace.")
    @Pattern(Formats.NAMESPACE)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public @Nullable String namespace;
  }

  @JsonProperty("import")
  @JsonPropertyDescription(
      "An object that exists already and that an instance without one takes over. It may stay for"
          + " ever.")
  public @Nullable Import imported;

  /// An object that is taken over.
  @ApiObject
  @ValidationRule(
      value = "has(self.id) != has(self.identity)",
      message = "spec.import names the object by its id or by its identity: give one of them")
  public static class Import {
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
        "Which instance takes it over: an index of count or a key of forEach; nothing if there is"
            + " only one.")
    @ValidationRule(
        value = "type(self) == string || self >= 0",
        message = "spec.import.key is an index, 0 or more, or a key of forEach")
    public @Nullable IntOrString key;

    @JsonPropertyDescription(
        "What the plan that takes the object over may do to it: Any (the default) allows whatever"
            + " its declaration requires, InPlace an update but no replacement, Nothing neither.")
    @Default("Any")
    @ApiEnum
    public @Nullable ImportAllow allow;
  }

  /// What becomes of an object that exists although its creation failed.
  public enum OnPartialCreate {
    Replace,
    Update
  }

  /// Options for how changes to the resource's objects are carried out.
  @ApiObject
  public static class Lifecycle {
    @JsonPropertyDescription("A replacement is created before the object it replaces is destroyed.")
    public @Nullable Boolean createBeforeDestroy;

    @JsonPropertyDescription(
        "The object is destroyed before its replacement is created, also where something that needs"
            + " it is replaced the other way round. Not together with createBeforeDestroy.")
    public @Nullable Boolean deleteBeforeReplace;

    @JsonPropertyDescription("A plan that would destroy an instance is refused.")
    public @Nullable Boolean preventDestroy;

    @JsonPropertyDescription(
        "Whether an object that is to go, or to be replaced, is destroyed. If not, it is forgotten:"
            + " it exists on, and nothing manages it any more. Stored with the object.")
    public @Nullable Boolean destroy;

    @JsonPropertyDescription(
        "What becomes of an object whose creation fails although the object exists: Replace (the"
            + " default) makes another one in its place, Update keeps it and finishes it with an"
            + " update.")
    @Default("Replace")
    @ApiEnum
    public @Nullable OnPartialCreate onPartialCreate = OnPartialCreate.Replace;

    @JsonPropertyDescription(
        "Attributes whose changes in config are not carried out, such as tags.owner or"
            + " rules[*].note; the single entry all means every attribute.")
    @Size(max = 100)
    @ValidationRule(
        value = "!('all' in self) || self.size() == 1",
        message = "lifecycle.ignoreChanges is either the single entry all, or attribute paths")
    public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
        ignoreChanges;

    @JsonPropertyDescription(
        "Attributes whose change replaces the object where it could be updated in place, such as"
            + " rules[*].port; the single entry * means every attribute.")
    @Size(max = 100)
    public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
        replaceOnChanges;

    @JsonPropertyDescription(
        "Attributes that are not to be shown, such as address or users[*].key, beside those that"
            + " the type itself calls sensitive.")
    @Size(max = 100)
    public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
        sensitive;

    @JsonPropertyDescription(
        "Resources, instances or attributes whose change replaces the instances of this resource.")
    @Size(max = 100)
    public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
        replaceTriggeredBy;

    @JsonPropertyDescription(
        "Any value: when it becomes another one, the instances of this resource are replaced. What"
            + " is stored with the objects is a hash.")
    @JsonDeserialize(using = BoundedTree.class)
    public @Nullable JsonNode replaceTrigger;

    @JsonPropertyDescription(
        "The resource, the component, or the instance of one that takes the objects of this one"
            + " with it when it is destroyed, such as aws_vpc.main or component.cluster: nobody is"
            + " asked to destroy them then. Where it is replaced as a whole, they are, too. Stored"
            + " with the objects.")
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public @Nullable String deletedWith;

    @JsonPropertyDescription(
        "For how long the calls of the provider about one object may take, where that is less than"
            + " limits.call of its Provider. What takes longer is asked to stop.")
    public @Nullable Timeouts timeouts;

    @JsonPropertyDescription(
        "What has to hold before an instance is planned, created or updated. Checked again while a"
            + " plan is applied.")
    @Size(max = 50)
    public @Nullable List<CheckSpec> preconditions;

    @JsonPropertyDescription(
        "What has to hold of each object, which expressions read as self: as planned, and as it is"
            + " after apply. What depends on an object for which it does not hold waits.")
    @Size(max = 50)
    public @Nullable List<CheckSpec> postconditions;
  }

  /// How long single calls of the provider may take.
  @ApiObject
  public static class Timeouts {
    private static final String AT_LEAST_1S = "duration(self) >= duration('1s')";

    @JsonPropertyDescription("How long creating an object may take, such as 30m.")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    @ValidationRule(value = AT_LEAST_1S, message = "lifecycle.timeouts.create is at least 1s")
    public @Nullable String create;

    @JsonPropertyDescription("How long updating one may take.")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    @ValidationRule(value = AT_LEAST_1S, message = "lifecycle.timeouts.update is at least 1s")
    public @Nullable String update;

    @JsonPropertyDescription("How long destroying one may take. Stored with the object.")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    @ValidationRule(value = AT_LEAST_1S, message = "lifecycle.timeouts.delete is at least 1s")
    public @Nullable String delete;

    @JsonPropertyDescription("How long reading one may take.")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    @ValidationRule(value = AT_LEAST_1S, message = "lifecycle.timeouts.read is at least 1s")
    public @Nullable String read;
  }
}
