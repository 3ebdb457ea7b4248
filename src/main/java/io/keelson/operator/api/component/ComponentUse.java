package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.json.BoundedTree;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.TransformSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What every use of a component says, in a Stack and in another component.
public abstract class ComponentUse {

  @JsonPropertyDescription(
      "The values of the component's variables, by name, with ${} expressions over what is visible"
          + " where it is used.")
  @JsonDeserialize(using = BoundedTree.OfObject.class)
  public @Nullable ObjectNode inputs;

  @JsonPropertyDescription("How many instances: a number, or an expression that gives one.")
  public @Nullable IntOrString count;

  @JsonPropertyDescription(
      "One instance per element: a map, or an expression that gives a map or a set of strings.")
  @JsonDeserialize(using = BoundedTree.class)
  public @Nullable JsonNode forEach;

  @JsonPropertyDescription(
      "Whether there is an instance at all: true, false, or an expression that gives one of them.")
  @JsonDeserialize(using = BoundedTree.class)
  public @Nullable JsonNode enabled;

  @JsonPropertyDescription(
      "Resources and components that come before everything inside although no expression says"
          + " so.")
  @Size(max = 100)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
      dependsOn;

  @JsonPropertyDescription(
      "What the component was called before, such as component.backoffice: what is recorded there"
          + " is this one's.")
  @Size(min = 1, max = 20)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
      aliases;

  @JsonPropertyDescription("Options for every resource inside that says nothing itself.")
  public @Nullable Lifecycle lifecycle;

  @JsonPropertyDescription(
      "Changes to resources inside, also to those in components inside; the nearest come first.")
  @Size(max = 20)
  public @Nullable List<TransformSpec> transforms;

  /// A ComponentDefinition, and which of its revisions.
  @ApiObject
  @ValidationRule(
      value = "!has(self.version) || !has(self.revision)",
      message = "definition.version and definition.revision exclude each other: give one of them")
  @SuppressWarnings("NullAway.Init")
  public static class DefinitionRef {
    @JsonPropertyDescription("The name of the ComponentDefinition.")
    @Required
    @Pattern(Formats.STACK_NAME)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public String name;

    @JsonPropertyDescription(
        "Where it is, if not in the namespace of whoever uses it. It has to allow that.")
    @Pattern(Formats.NAMESPACE)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public @Nullable String namespace;

    @JsonPropertyDescription(
        "Which versions may be used, such as \"~> 1.4\"; the newest of them is. Without it, the"
            + " newest that is published.")
    @Pattern(Formats.LINE)
    @Size(min = 1, max = 128)
    public @Nullable String version;

    @JsonPropertyDescription("The one ComponentRevision that is used, whatever else is published.")
    @Pattern(Formats.OBJECT_NAME)
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public @Nullable String revision;
  }

  /// Options of everything inside that does not set them itself.
  @ApiObject
  public static class Lifecycle {
    @JsonPropertyDescription("A plan that would destroy an instance is refused.")
    public @Nullable Boolean preventDestroy;

    @JsonPropertyDescription(
        "Whether objects that are to go, or to be replaced, are destroyed. If not, they are"
            + " forgotten.")
    public @Nullable Boolean destroy;

    @JsonPropertyDescription(
        "The resource, the component, or the instance of one, beside this component, that takes"
            + " the objects inside with it when it is destroyed.")
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public @Nullable String deletedWith;
  }
}
