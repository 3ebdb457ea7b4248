package io.keelson.operator.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.ApiObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a policy can be used.
@ApiObject
public class PolicyStatus {

  @JsonPropertyDescription("The generation for which Ready was computed.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription("Its conditions: Ready says whether it can be used.")
  @Size(max = 20)
  public @Nullable List<Condition> conditions;
}
