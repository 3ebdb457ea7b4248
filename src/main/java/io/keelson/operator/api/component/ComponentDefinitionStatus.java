package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.ConditionsSay;
import io.keelson.operator.api.StatusDiagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the operator knows about a definition.
@ApiObject
@ConditionsSay(
    "Its conditions, as Kubernetes tools read them; Ready says whether this version is"
        + " published.")
public class ComponentDefinitionStatus extends ConditionedStatus {
  @JsonPropertyDescription("The ComponentRevision that was last published of it.")
  public @Nullable String revision;

  @JsonPropertyDescription("Its problems and warnings, the most important first.")
  @Size(max = 10)
  public @Nullable List<StatusDiagnostic> diagnostics;
}
