package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.keelson.json.BoundedTree;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One accepted definition.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ComponentRevisionSpec {
  @JsonPropertyDescription("The name of the ComponentDefinition of this namespace.")
  @Required
  @Pattern(Formats.STACK_NAME)
  @Size(min = 1, max = Formats.NAME_LENGTH)
  public String definition;

  @JsonPropertyDescription("The version under which it was published.")
  @Required
  @Pattern(Formats.LINE)
  @Size(min = 5, max = 64)
  public String version;

  @JsonPropertyDescription("SHA-256 over body and locked; what does not fit it is not used.")
  @Required
  @Pattern("^[0-9a-f]{64}$")
  @Size(max = 64)
  public String digest;

  @JsonPropertyDescription("The spec of the ComponentDefinition as it was accepted.")
  @Required
  @JsonDeserialize(using = BoundedTree.OfObject.class)
  public ObjectNode body;

  @JsonPropertyDescription("The revision, as namespace/name, of each component in it, by name.")
  @Size(max = 64)
  public @Nullable
      Map<String, @Pattern(Formats.CONFIG_NAME) @Size(max = Formats.CONFIG_NAME_LENGTH) String>
      locked;

  @JsonPropertyDescription(
      "The namespaces that the ComponentDefinition allows; counts when that is gone.")
  @Size(max = 1000)
  public @Nullable
      List<
          @Pattern("^(\\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$") @Size(max = Formats.NAME_LENGTH) String>
      allowedNamespaces;
}
