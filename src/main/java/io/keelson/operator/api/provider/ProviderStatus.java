package io.keelson.operator.api.provider;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.ApiObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of a provider.
@ApiObject
public class ProviderStatus {

  @JsonPropertyDescription("The generation for which Ready was computed.")
  public @Nullable Long observedGeneration;

  @JsonPropertyDescription("Its conditions: Ready says whether it is installed.")
  @Size(max = 20)
  public @Nullable List<Condition> conditions;

  @JsonPropertyDescription("The address in full.")
  public @Nullable String address;

  @JsonPropertyDescription(
      "What is installed. It stays while the declared version allows it, and so do its checksums.")
  public @Nullable Installed installed;

  /// A package that was verified.
  @ApiObject
  public static class Installed {
    @JsonPropertyDescription("The version that is used.")
    public @Nullable String version;

    @JsonPropertyDescription("What it is built for, such as linux_amd64.")
    public @Nullable String platform;

    @JsonPropertyDescription("The checksums of its package, which later installations are held to.")
    @Size(max = 10)
    public @Nullable List<String> checksums;

    @JsonPropertyDescription(
        "What the package was compared with: checksums, a signature, or nothing.")
    public @Nullable String verified;

    @JsonPropertyDescription("Where it came from.")
    public @Nullable String source;

    @JsonPropertyDescription("The major version of the plugin protocol that it speaks.")
    public @Nullable Integer protocol;

    @JsonPropertyDescription("How many resource types it has.")
    public @Nullable Integer types;
  }
}
