package io.keelson.operator.api;

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

/// A named result of the Stack.
@ApiObject
@ValidationRule(
    value = "!has(self.sensitive) || !self.sensitive || !has(self.to) || !has(self.to.configMap)",
    message = "a sensitive output cannot go to a ConfigMap, which is not secret: use to.secret")
@SuppressWarnings("NullAway.Init")
public class StackOutput {
  @JsonPropertyDescription("The name under which it is shown.")
  @Required
  @Pattern(Formats.IDENTIFIER)
  @Size(max = Formats.IDENTIFIER_LENGTH)
  public String name;

  @JsonPropertyDescription("Any JSON value, with ${} expressions.")
  @Required
  @JsonDeserialize(using = BoundedTree.class)
  public JsonNode value;

  @JsonPropertyDescription(
      "Resources that come before this output although it does not name them: while one of them"
          + " is not as planned, the output keeps the value it has.")
  @Size(max = 100)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
      dependsOn;

  @JsonPropertyDescription(
      "Hides the value in status and plans. A sensitive value in an output that is not declared"
          + " sensitive is an error.")
  public @Nullable Boolean sensitive;

  @JsonPropertyDescription(
      "What has to hold before the output gets a value; it keeps the one it has otherwise.")
  @Size(max = 50)
  public @Nullable List<CheckSpec> preconditions;

  @JsonPropertyDescription("Where the value is written as well, besides the Stack's status.")
  public @Nullable OutputTarget to;

  @JsonPropertyDescription(
      "The namespaces whose Stacks may read it (valueFrom.stackOutput); \"*\" means all. Without"
          + " it only those of this namespace may, and nobody if the output is sensitive.")
  @Size(max = 1000)
  public @Nullable
      List<
          @Pattern("^(\\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$") @Size(max = Formats.NAME_LENGTH) String>
      allowedNamespaces;

  /// Where an output is written, in the Stack's namespace.
  @ApiObject
  @ValidationRule(
      value = "has(self.secret) != has(self.configMap)",
      message = "an output goes to exactly one place: to.secret or to.configMap")
  public static class OutputTarget {
    @JsonPropertyDescription("A key of a Secret, which holds only that.")
    public StackVariable.@Nullable KeyReference secret;

    @JsonPropertyDescription("A key of a ConfigMap.")
    public StackVariable.@Nullable KeyReference configMap;
  }
}
