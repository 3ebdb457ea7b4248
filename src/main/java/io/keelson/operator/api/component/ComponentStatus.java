package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.generator.annotation.Size;
import io.keelson.json.BoundedTree;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.ConditionsSay;
import io.keelson.operator.api.StatusDiagnostic;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the operator knows about a component of a Stack.
@ApiObject
@ConditionsSay(
    "Its conditions, as Kubernetes tools read them; Ready says whether everything inside is as"
        + " declared.")
public class ComponentStatus extends ConditionedStatus {
  @JsonPropertyDescription("The component's address, such as component.web.")
  public @Nullable String address;

  @JsonPropertyDescription("The ComponentRevision that was last planned, as namespace/name.")
  public @Nullable String revision;

  @JsonPropertyDescription("The version of that revision.")
  public @Nullable String version;

  @JsonPropertyDescription(
      "The ComponentRevision with which everything inside was last as declared.")
  public @Nullable String appliedRevision;

  @JsonPropertyDescription("The version of that revision.")
  public @Nullable String appliedVersion;

  @JsonPropertyDescription(
      "A newer version that spec.definition does not allow; nothing if there is none.")
  public @Nullable String available;

  @JsonPropertyDescription("Ready and declared instances of everything inside, such as 8/8.")
  public @Nullable String instances;

  @JsonPropertyDescription("The components inside, the first of them.")
  @Size(max = 50)
  public @Nullable List<Part> parts;

  /// A component inside this one.
  @ApiObject
  public static class Part {
    @JsonPropertyDescription("Its path from here, such as component.db.")
    public @Nullable String path;

    @JsonPropertyDescription("Ready and declared instances of everything in it, such as 2/2.")
    public @Nullable String instances;
  }

  @JsonPropertyDescription(
      "What it gives when everything inside is as declared, without what is sensitive, or longer"
          + " than 16 KiB in all. Where it is repeated, the outputs of each instance, by key.")
  @Size(max = 1000)
  @JsonDeserialize(contentUsing = BoundedTree.class)
  public @Nullable Map<String, JsonNode> outputs;

  @JsonPropertyDescription("Its problems and warnings, the most important first.")
  @Size(max = 10)
  public @Nullable List<StatusDiagnostic> diagnostics;
}
