package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.json.BoundedTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields of a resource that are the same in a Stack and in a component.
public abstract class DeclaredResource {

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

  @JsonPropertyDescription("The arguments of the type, with ${} expressions.")
  @JsonDeserialize(using = BoundedTree.OfObject.class)
  public @Nullable ObjectNode config;

  @JsonPropertyDescription(
      "Addresses that the Resource had before, such as aws_s3_bucket.old: an object that is"
          + " recorded there is this one's.")
  @Size(min = 1, max = 20)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
      aliases;

  @JsonPropertyDescription("Resources that come before this one although no expression says so.")
  @Size(max = 100)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
      dependsOn;

  @JsonPropertyDescription("How the objects of the Resource are replaced, protected and compared.")
  public ResourceSpec.@Nullable Lifecycle lifecycle;
}
