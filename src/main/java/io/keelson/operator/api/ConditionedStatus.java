package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A status that has the condition Ready. What Ready says is told by [ConditionsSay].
public abstract class ConditionedStatus {
  @JsonPropertyDescription("The generation for which Ready was computed.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription("Its conditions.")
  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  /// The conditions of an object; null if nothing was reported on it yet.
  public static @Nullable List<Condition> conditions(
      CustomResource<?, ? extends ConditionedStatus> object) {
    var status = object.getStatus();
    return status == null ? null : status.conditions;
  }
}
