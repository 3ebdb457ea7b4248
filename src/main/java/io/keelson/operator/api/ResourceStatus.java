package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the operator knows about a resource.
@ApiObject
@ConditionsSay(
    "Its conditions, as Kubernetes tools read them; Ready says whether it is as declared.")
public class ResourceStatus extends ConditionedStatus {
  @JsonPropertyDescription("The resource's address, such as aws_instance.frontend.")
  public @Nullable String address;

  @JsonPropertyDescription("Ready and declared instances, such as 2/2.")
  public @Nullable String instances;

  @JsonPropertyDescription("How many instances are in which phase.")
  @Size(max = 20)
  public @Nullable Map<String, Integer> counts;

  @JsonPropertyDescription("Its problems and warnings, the most important first.")
  @Size(max = 10)
  public @Nullable List<StatusDiagnostic> diagnostics;
}
