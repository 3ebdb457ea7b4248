package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.keelson.json.BoundedTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A named value that a Stack or a component is given: what fits it, and what stands in for it.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class DeclaredVariable {
  @JsonPropertyDescription("Expressions read it as variable.NAME.")
  @Required
  @Pattern(Formats.IDENTIFIER)
  @Size(max = Formats.IDENTIFIER_LENGTH)
  public String name;

  @JsonPropertyDescription("What it is for, for people.")
  @Pattern(Formats.TEXT)
  @Size(max = 1024)
  public @Nullable String description;

  @JsonPropertyDescription(
      "What values fit, as Terraform writes it, such as string, list(number) or object({name ="
          + " string, size = optional(number, 3)}). They are converted; any is the default.")
  @Pattern(Formats.TEXT)
  @Size(min = 1, max = 4096)
  public @Nullable String type;

  @JsonProperty("default")
  @JsonPropertyDescription("The value where none is given; without it one has to be.")
  @JsonDeserialize(using = BoundedTree.class)
  public @Nullable JsonNode standIn;

  @JsonPropertyDescription(
      "Whether null is a value; if not, the default takes its place. The default is true.")
  public @Nullable Boolean nullable;

  @JsonPropertyDescription("Hides the value, and all that is made of it, in status and plans.")
  public @Nullable Boolean sensitive;

  @JsonPropertyDescription(
      "Keeps the value out of everything that is stored: it is read again for every plan and"
          + " apply, and only write-only attributes and provider configurations take it.")
  public @Nullable Boolean ephemeral;

  @JsonPropertyDescription(
      "What has to hold of the value. Conditions may name this variable and others.")
  @Size(max = 50)
  public @Nullable List<CheckSpec> validations;
}
