package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.keelson.json.BoundedTree;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.CheckSpec;
import io.keelson.operator.api.DeclaredResource;
import io.keelson.operator.api.DeclaredVariable;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.StackSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A reusable part of Stacks as its author wrote it. Everything in it is relative: it names its own
/// variables, locals, resources and components, and nothing outside.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ComponentDefinitionSpec {
  @JsonPropertyDescription(
      "The semantic version, such as 1.4.0. What is published under it does not change: something"
          + " else needs another version.")
  @Required
  @Pattern(Formats.LINE)
  @Size(min = 5, max = 64)
  public String version;

  @JsonPropertyDescription("What it is for, for people.")
  @Pattern(Formats.TEXT)
  @Size(max = 1024)
  public @Nullable String description;

  @JsonPropertyDescription(
      "The namespaces whose Stacks and definitions may use it; \"*\" means all. Its own always"
          + " may.")
  @Size(max = 1000)
  public @Nullable
      List<
          @Pattern("^(\\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$") @Size(max = Formats.NAME_LENGTH) String>
      allowedNamespaces;

  @JsonPropertyDescription(
      "Whether nobody takes what is published from now on; what is used already stays.")
  public @Nullable Boolean paused;

  @JsonPropertyDescription(
      "The providers that it needs, each under a name of its own. Whoever uses it says which"
          + " ProviderConfig is meant.")
  @Size(max = 20)
  public @Nullable List<Slot> providers;

  @JsonPropertyDescription("What may be given to it; expressions read it as variable.NAME.")
  @Size(max = 100)
  public @Nullable List<DeclaredVariable> variables;

  @JsonPropertyDescription("Named values and expressions that others read as local.NAME.")
  @Size(max = 500)
  @JsonDeserialize(contentUsing = BoundedTree.class)
  public @Nullable Map<String, JsonNode> locals;

  @JsonPropertyDescription("The resources that it is made of.")
  @Size(max = 200)
  public @Nullable List<DefinedResource> resources;

  @JsonPropertyDescription("Components that it is made of.")
  @Size(max = 64)
  public @Nullable List<NestedComponent> components;

  @JsonPropertyDescription("What others may read of it, as component.NAME.OUTPUT.")
  @Size(max = 100)
  public @Nullable List<Output> outputs;

  @JsonPropertyDescription("What should be true of each instance of it; nothing is stopped by it.")
  @Size(max = 100)
  public @Nullable List<StackSpec.Check> checks;

  @JsonPropertyDescription("New addresses of what was in an earlier version under another name.")
  @Size(max = 100)
  public @Nullable List<Move> moves;

  @JsonPropertyDescription("What becomes of the objects of what was in an earlier version.")
  @Size(max = 100)
  public @Nullable List<Removal> removed;

  /// A provider that a definition needs.
  @ApiObject
  public static class Slot {
    @JsonPropertyDescription("Its name in this definition.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription("What the types of the provider begin with, such as aws.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String provider;

    @JsonPropertyDescription("Whether it may be left without a ProviderConfig.")
    public @Nullable Boolean optional;
  }

  /// One resource of a component.
  @ApiObject
  public static class DefinedResource extends DeclaredResource {
    @JsonPropertyDescription("Its name in addresses and expressions.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription("The resource type, such as terraform_data.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String type;

    @JsonPropertyDescription(
        "Managed: objects are made, changed and destroyed. Data: something that exists is read."
            + " Ephemeral: something is opened for the time of a plan or apply.")
    @Default("Managed")
    @ApiEnum
    public ResourceSpec.@Nullable Mode mode = ResourceSpec.Mode.Managed;

    @JsonPropertyDescription(
        "The name of the provider slot that it uses; the default is the one whose provider the type"
            + " begins with. Built-in types need none.")
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public @Nullable String provider;
  }

  /// One use of a component in another one.
  @ApiObject
  public static class NestedComponent extends ComponentUse {
    @JsonPropertyDescription("Its name in addresses and expressions.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription("What is used.")
    @Required
    public DefinitionRef definition;

    @JsonPropertyDescription(
        "The provider slot of this definition for each slot of the component; the default is the"
            + " one of the same name.")
    @Size(max = 20)
    public @Nullable
        Map<String, @Pattern(Formats.IDENTIFIER) @Size(max = Formats.IDENTIFIER_LENGTH) String>
        providers;
  }

  /// A named result of a component.
  @ApiObject
  public static class Output {
    @JsonPropertyDescription("Others read it as component.NAME.OUTPUT.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription("What it is for, for people.")
    @Pattern(Formats.TEXT)
    @Size(max = 1024)
    public @Nullable String description;

    @JsonPropertyDescription(
        "What the value is, as Terraform writes it, such as string or map(string). It is converted;"
            + " without this it is what the expression gives.")
    @Pattern(Formats.TEXT)
    @Size(min = 1, max = 4096)
    public @Nullable String type;

    @JsonPropertyDescription("Any JSON value, with ${} expressions.")
    @Required
    @JsonDeserialize(using = BoundedTree.class)
    public JsonNode value;

    @JsonPropertyDescription(
        "Resources and components that come before this output although it does not name them.")
    @Size(max = 100)
    public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
        dependsOn;

    @JsonPropertyDescription("Hides the value in status and plans, and all that is made of it.")
    public @Nullable Boolean sensitive;

    @JsonPropertyDescription("What has to hold before the output gets a value.")
    @Size(max = 50)
    public @Nullable List<CheckSpec> preconditions;
  }

  /// A move to a new address. Two addresses without a key move all instances.
  @ApiObject
  public static class Move {
    @JsonPropertyDescription("The address in earlier versions; it is declared no more.")
    @Required
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public String from;

    @JsonPropertyDescription("The address from now on.")
    @Required
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public String to;
  }

  /// The end of managing a resource or a component.
  @ApiObject
  public static class Removal {
    @JsonPropertyDescription("The address in earlier versions; it is declared no more.")
    @Required
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public String from;

    @JsonPropertyDescription(
        "Whether its objects are destroyed. If not, they are forgotten: they exist on.")
    @Required
    public Boolean destroy;
  }
}
