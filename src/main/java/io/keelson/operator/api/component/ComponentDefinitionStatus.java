package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.StatusDiagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the operator knows about a definition.
@ApiObject
public class ComponentDefinitionStatus {

  @JsonPropertyDescription("The generation for which Ready was computed.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription(
      "Its conditions, as Kubernetes tools read them; Ready says whether this version is"
          + " published.")
  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  @JsonPropertyDescription("The ComponentRevision that was last published of it.")
  public @Nullable String revision;

  @JsonPropertyDescription("Its problems and warnings, the most important first.")
  @Size(max = 10)
  public @Nullable List<StatusDiagnostic> diagnostics;
}
