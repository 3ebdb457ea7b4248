package io.keelson.operator.api.record;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One operation on an object, written before the provider is called.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class JournalEntry {

  @JsonPropertyDescription("Unique for every call; a result is accepted only under its own id.")
  @Required
  public String operationId;

  @JsonPropertyDescription(
      "What the provider is asked to do: Create, Update or Delete; Import makes only the record.")
  @Required
  public String action;

  @JsonPropertyDescription("The deposed object it is about; absent for the current one.")
  public @Nullable String deposedKey;

  @JsonPropertyDescription("How the provider can find the object again, if it was created.")
  public @Nullable String locator;

  @JsonPropertyDescription("The provider that makes a new object.")
  public @Nullable String provider;

  @JsonPropertyDescription(
      "The ProviderConfig that a new object is made with; empty if its provider needs none.")
  @Size(max = Formats.CONFIG_NAME_LENGTH)
  public @Nullable String providerConfig;

  @JsonPropertyDescription(
      "Which real system the ProviderConfig names, such as an account and a region: the object is"
          + " looked for there.")
  @Size(max = 512)
  public @Nullable String providerIdentity;

  @JsonPropertyDescription(
      "Resources that the declaration of a new object names; they are destroyed after it.")
  @Size(max = 10000)
  public @Nullable List<String> dependencies;

  @JsonPropertyDescription("Resources that those depend on in turn.")
  @Size(max = 10000)
  public @Nullable List<String> indirectDependencies;

  @JsonPropertyDescription(
      "The same instead, if they are more than 10, as base64 of gzipped lines: an address, and"
          + " after a blank the depth where there is one.")
  public @Nullable String indirectDependenciesGz;

  @JsonPropertyDescription(
      "Of how many components around both, from the outermost inwards, one of those resources is"
          + " needed within the same instance only; by resource, where it is not 0.")
  @Size(max = 10000)
  public @Nullable Map<String, Integer> dependencyDepths;

  @JsonPropertyDescription("A replacement of the new object is created before it is destroyed.")
  public @Nullable Boolean createBeforeDestroy;

  @JsonPropertyDescription("The new object is protected from destruction.")
  public @Nullable Boolean preventDestroy;

  @JsonPropertyDescription("The new object is not destroyed when it goes, but forgotten.")
  public @Nullable Boolean skipDestroy;

  @JsonPropertyDescription("A keyed hash of what lifecycle.replaceTrigger gave.")
  @Size(max = 64)
  public @Nullable String replaceTrigger;

  @JsonPropertyDescription("What the new object goes with: lifecycle.deletedWith.")
  @Size(max = Formats.ADDRESS_LENGTH)
  public @Nullable String deletedWith;

  @JsonPropertyDescription("For how long the call that destroys the new object may take.")
  @Min(1)
  public @Nullable Long deleteTimeoutSeconds;

  @JsonPropertyDescription("Where the configuration of the new object is sensitive.")
  @Size(max = 10000)
  public @Nullable List<String> sensitivePaths;

  @JsonPropertyDescription(
      "Those of sensitivePaths whose values come from a Secret. Absent in records of earlier"
          + " versions: all of them count as such.")
  @Size(max = 10000)
  public @Nullable List<String> secretPaths;

  @JsonPropertyDescription("Digest of the approved plan that the operation belongs to.")
  public @Nullable String planDigest;

  @JsonPropertyDescription("The leader's epoch when the operation began.")
  public @Nullable Long epoch;

  @JsonPropertyDescription("The process that runs the operation.")
  public @Nullable Holder holder;

  @JsonPropertyDescription("When the call was begun.")
  public @Nullable String startedAt;

  @JsonPropertyDescription(
      "After this time another leader may take over, even if the holder is not known to be gone.")
  public @Nullable String deadline;

  /// A process, described so that another one can find out whether it is gone.
  @ApiObject
  public static class Holder {
    @JsonPropertyDescription("Unique for every start of the operator.")
    public @Nullable String process;

    @JsonPropertyDescription("The operator's pod as namespace/name, when it runs in one.")
    public @Nullable String pod;

    @JsonPropertyDescription("The uid of its pod.")
    public @Nullable String podUid;

    @JsonPropertyDescription("The name of its host.")
    public @Nullable String host;

    @JsonPropertyDescription("The host's boot id.")
    public @Nullable String boot;

    @JsonPropertyDescription("Its process id there.")
    public @Nullable Long pid;

    @JsonPropertyDescription("When the process started; a pid alone may be used again.")
    public @Nullable String startedAt;
  }
}
