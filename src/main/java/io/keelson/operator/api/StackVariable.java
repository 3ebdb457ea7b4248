package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.json.BoundedTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A named value, given here or read from elsewhere; not both. Without either, its default counts.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class StackVariable {
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

  @JsonPropertyDescription("Any JSON value.")
  @JsonDeserialize(using = BoundedTree.class)
  public @Nullable JsonNode value;

  @JsonProperty("default")
  @JsonPropertyDescription("The value where none is given.")
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

  @JsonPropertyDescription("Where the value is read. From a Secret it is always sensitive.")
  public @Nullable ValueSource valueFrom;

  /// Where a variable is read: text in the Stack's namespace, or an output of another Stack.
  @ApiObject
  @ValidationRule(
      value =
          "[has(self.secretKeyRef), has(self.configMapKeyRef),"
              + " has(self.stackOutput)].exists_one(given, given)",
      message = "valueFrom names exactly one source: secretKeyRef, configMapKeyRef or stackOutput")
  public static class ValueSource {
    @JsonPropertyDescription("A key of a Secret.")
    public @Nullable KeyReference secretKeyRef;

    @JsonPropertyDescription("A key of a ConfigMap.")
    public @Nullable KeyReference configMapKeyRef;

    @JsonPropertyDescription("An output of another Stack, with its type; no text is made of it.")
    public @Nullable OutputReference stackOutput;
  }

  /// One output of another Stack.
  @ApiObject
  public static class OutputReference {
    @JsonPropertyDescription("The name of the other Stack.")
    @Required
    @Pattern(Formats.STACK_NAME)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public String name;

    @JsonPropertyDescription("Its namespace; the Stack's own if absent.")
    @Pattern(Formats.NAMESPACE)
    @Size(min = 1, max = Formats.NAME_LENGTH)
    public @Nullable String namespace;

    @JsonPropertyDescription("The name of the output in spec.outputs of the other Stack.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String output;
  }

  /// One key of a Secret or ConfigMap in the Stack's namespace.
  @ApiObject
  public static class KeyReference {
    @JsonPropertyDescription("The name of the Secret or ConfigMap.")
    @Required
    @Pattern(Formats.OBJECT_NAME)
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public String name;

    @JsonPropertyDescription("The key in it.")
    @Required
    @Pattern("^[-._a-zA-Z0-9]+$")
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public String key;
  }
}
