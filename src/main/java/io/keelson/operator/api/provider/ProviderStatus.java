package io.keelson.operator.api.provider;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.ConditionsSay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of a provider.
@ApiObject
@ConditionsSay("Its conditions: Ready says whether it is installed.")
public class ProviderStatus extends ConditionedStatus {
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

    @JsonPropertyDescription(
        "The major version of the plugin protocol that it speaks; Pulumi's has none.")
    public @Nullable Integer protocol;

    @JsonPropertyDescription("How many resource types it has.")
    public @Nullable Integer types;
  }
}
