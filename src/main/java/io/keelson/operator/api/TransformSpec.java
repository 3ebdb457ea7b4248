package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.keelson.json.BoundedTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A change that a Stack or a use of a component makes to the resources inside.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class TransformSpec {
  @JsonPropertyDescription(
      "The types that are changed; * stands for any characters. Without any, all types.")
  @Size(min = 1, max = 100)
  public @Nullable List<@Pattern("^[A-Za-z0-9_*-]+$") @Size(min = 1, max = 128) String> types;

  @JsonPropertyDescription(
      "The resources that are changed, as they are called inside, such as"
          + " component.db.aws_subnet.a; * stands for any characters but dots, ** for any. Without"
          + " any, all resources.")
  @Size(min = 1, max = 100)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.ADDRESS_LENGTH) String>
      addresses;

  @JsonPropertyDescription(
      "Values by attribute path, such as tags.team, whatever a resource says there; with ${}"
          + " expressions over what is visible where this is written, resource.type and"
          + " resource.name.")
  @JsonDeserialize(using = BoundedTree.OfObject.class)
  public @Nullable ObjectNode set;

  @JsonProperty("default")
  @JsonPropertyDescription("The same where a resource says nothing, or null.")
  @JsonDeserialize(using = BoundedTree.OfObject.class)
  public @Nullable ObjectNode standIns;

  @JsonPropertyDescription("Options in the place of those that resources have.")
  public @Nullable Lifecycle lifecycle;

  /// Options that count instead of what a resource says itself.
  @ApiObject
  public static class Lifecycle {
    @JsonPropertyDescription("Whether a plan that would destroy an instance is refused.")
    public @Nullable Boolean preventDestroy;

    @JsonPropertyDescription(
        "Whether objects that are to go, or to be replaced, are destroyed. If not, they are"
            + " forgotten.")
    public @Nullable Boolean destroy;

    @JsonPropertyDescription(
        "The resource, the component, or the instance of one, visible where this is written, that"
            + " takes the objects with it when it is destroyed.")
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.ADDRESS_LENGTH)
    public @Nullable String deletedWith;
  }
}
