package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was installed, and what it proved to be.
@ApiObject
public class ProviderStatus {

  @JsonPropertyDescription("The generation for which Ready was computed.")
  public @Nullable Long observedGeneration;

  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  @JsonPropertyDescription("The version that is used.")
  public @Nullable String version;

  @JsonPropertyDescription("Hashes of the package; its content stays the same while they are here.")
  @Size(max = 10)
  public @Nullable List<String> hashes;

  @JsonPropertyDescription("What the package was compared with, such as Checksum or Signature.")
  public @Nullable String verified;

  @JsonPropertyDescription("Where the package came from.")
  public @Nullable String installedFrom;

  @JsonPropertyDescription("The version of the plugin protocol that it speaks.")
  public @Nullable Long protocol;

  public @Nullable Long resourceTypes;
  public @Nullable Long dataSources;
  public @Nullable Long functions;
}
