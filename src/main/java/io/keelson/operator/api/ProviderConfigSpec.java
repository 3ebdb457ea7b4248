package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which Provider, and its arguments.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ProviderConfigSpec {

  @JsonPropertyDescription("The Provider of the cluster that this is for.")
  @Required
  @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message =
          "spec.provider cannot be changed, objects were made with it: create another"
              + " ProviderConfig")
  public String provider;

  @JsonPropertyDescription(
      "The provider's arguments; ${} expressions are those of the Stack that uses it.")
  public @Nullable ObjectNode config;

  @JsonPropertyDescription("Arguments whose values are in Secrets of this namespace.")
  @Size(max = 50)
  public @Nullable List<SecretArgument> configFrom;

  @JsonPropertyDescription(
      "The arguments that tell which real system is meant, such as an account and a region. When"
          + " one of them changes, nothing is planned for objects that were made before. The"
          + " default is all that are not secret.")
  @Size(max = 50)
  public @Nullable
      List<@Pattern(Formats.IDENTIFIER) @Size(max = Formats.IDENTIFIER_LENGTH) String>
      identity;

  /// One argument whose value is in a Secret.
  @ApiObject
  public static class SecretArgument {
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(min = 1, max = Formats.IDENTIFIER_LENGTH)
    public String argument;

    @Required public StackSpec.KeyReference secretKeyRef;
  }
}
