package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.json.BoundedTree;
import org.jspecify.annotations.Nullable;

/// A named value, given here or read from elsewhere; not both. Without either, its default counts.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class StackVariable extends DeclaredVariable {
  @JsonPropertyDescription("Any JSON value.")
  @JsonDeserialize(using = BoundedTree.class)
  public @Nullable JsonNode value;

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
