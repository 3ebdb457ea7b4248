package io.keelson.operator.api.record;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One real object as it was last seen: everything needed to plan and destroy it.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ObjectRecord {

  @JsonPropertyDescription(
      "The resource type whose schema the state follows. Not that of spec.address while the object"
          + " has moved there and its new type has not taken it over yet.")
  @Size(max = Formats.IDENTIFIER_LENGTH)
  public @Nullable String type;

  @JsonPropertyDescription("Version of the provider's schema that the state follows.")
  public @Nullable Long schemaVersion;

  @JsonPropertyDescription("The provider that owns the object.")
  public @Nullable String provider;

  @JsonPropertyDescription(
      "The ProviderConfig that the object was made with; empty if its provider needs none.")
  @Size(max = Formats.CONFIG_NAME_LENGTH)
  public @Nullable String providerConfig;

  @JsonPropertyDescription(
      "Which real system the ProviderConfig named then, such as an account and a region.")
  @Size(max = 512)
  public @Nullable String providerIdentity;

  @JsonPropertyDescription("The object's id, where it has one; for people, not for decisions.")
  public @Nullable String id;

  @JsonPropertyDescription(
      "The object's attributes without the sealed ones, as JSON. Absent when stateGz is set.")
  public @Nullable ObjectNode state;

  @JsonPropertyDescription(
      "The same attributes as base64 of gzipped JSON, when they are larger than 128 KiB.")
  public @Nullable String stateGz;

  @JsonPropertyDescription(
      "Paths of numbers that are strings in state, because JSON in the API server would alter"
          + " them.")
  @Size(max = 10000)
  public @Nullable List<String> exactPaths;

  @JsonPropertyDescription(
      "Encrypted parts by name, base64: sensitive attributes and the provider's private data.")
  @Size(max = 10)
  public @Nullable Map<String, String> sealed;

  @JsonPropertyDescription("Paths of attributes that are sensitive.")
  @Size(max = 10000)
  public @Nullable List<String> sensitivePaths;

  @JsonPropertyDescription(
      "Those of sensitivePaths whose values came from a Secret. Absent in records of earlier"
          + " versions: all of them count as such.")
  @Size(max = 10000)
  public @Nullable List<String> secretPaths;

  @JsonPropertyDescription(
      "Resources that the object was made from; they are destroyed after it. Only those that its"
          + " declaration names where indirectDependenciesGz has the others.")
  @Size(max = 10000)
  public @Nullable List<RecordedDependency> dependencies;

  @JsonPropertyDescription(
      "Resources that those depend on in turn, if they are more than 10, as base64 of gzipped"
          + " lines: an address, and after a blank the depth where there is one.")
  public @Nullable String indirectDependenciesGz;

  @JsonPropertyDescription("A replacement is created before this object is destroyed.")
  public @Nullable Boolean createBeforeDestroy;

  @JsonPropertyDescription("Was protected from destruction when it was last declared.")
  public @Nullable Boolean preventDestroy;

  @JsonPropertyDescription(
      "Is not destroyed when it goes, but forgotten: lifecycle.destroy was false when it was last"
          + " declared.")
  public @Nullable Boolean skipDestroy;

  @JsonPropertyDescription(
      "A keyed hash of what lifecycle.replaceTrigger gave: another value replaces the object.")
  @Size(max = 64)
  public @Nullable String replaceTrigger;

  @JsonPropertyDescription(
      "What the object goes with: lifecycle.deletedWith when it was last declared.")
  @Size(max = Formats.ADDRESS_LENGTH)
  public @Nullable String deletedWith;

  @JsonPropertyDescription(
      "For how long the call that destroys it may take: lifecycle.timeouts.delete when it was last"
          + " declared.")
  @Min(1)
  public @Nullable Long deleteTimeoutSeconds;

  @JsonPropertyDescription("Exists, but its creation did not finish: it is to be replaced.")
  public @Nullable Boolean tainted;

  @JsonPropertyDescription("Exists, but its provider did not finish it: it is to be updated.")
  public @Nullable Boolean unfinished;

  /// A resource that an object was made from.
  @ApiObject
  public static class RecordedDependency {
    @JsonPropertyDescription("The resource's address, without instance key.")
    @Required
    public String resource;

    @JsonPropertyDescription("Whether the declaration itself names it.")
    public @Nullable Boolean direct;

    @JsonPropertyDescription(
        "Of how many components around both, from the outermost inwards, it is needed within the"
            + " same instance only. Absent if all of its instances are needed.")
    @Min(1)
    public @Nullable Integer depth;
  }
}
