package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which program, where it comes from, and how it runs.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ProviderSpec {

  @JsonPropertyDescription(
      "The provider's address, such as hashicorp/time or registry.terraform.io/hashicorp/time.")
  @Required
  @Pattern(Formats.PROVIDER_SOURCE)
  @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message =
          "spec.source cannot be changed, the state of objects names it: create another Provider")
  public String source;

  @JsonPropertyDescription(
      "Which versions may be used, such as ~> 0.14 or 0.14.2. What is installed stays while it is"
          + " allowed.")
  @Default(">= 0.0.0")
  @Size(min = 1, max = Formats.IDENTIFIER_LENGTH)
  public String version;

  @JsonPropertyDescription(
      "Hashes of packages (zh:… of an archive, h1:… over its files), for any platform. If there"
          + " are some, one has to fit.")
  @Size(min = 1, max = 100)
  public @Nullable
      List<@Pattern("^(zh:[0-9a-f]{64}|h1:[A-Za-z0-9+/]{43}=)$") @Size(max = 80) String>
      checksums;

  @JsonPropertyDescription(
      "OpenPGP keys, ASCII-armoured. If there are some, one of them has to have signed the"
          + " package's checksums.")
  @Size(min = 1, max = 10)
  public @Nullable List<@Size(min = 1, max = 65536) String> signingKeys;

  @JsonPropertyDescription(
      "Where packages are looked for, in this order; the default is the registry that the address"
          + " names.")
  @Size(min = 1, max = 10)
  public @Nullable List<Source> sources;

  @JsonPropertyDescription(
      "Variables of the program's environment, which holds nothing else. Secrets belong into the"
          + " arguments of a ProviderConfig.")
  @Size(max = 50)
  public @Nullable List<EnvironmentVariable> environment;

  @JsonPropertyDescription("What its memory is kept below, as far as it heeds that, such as 512Mi.")
  @Pattern("^[0-9]{1,9}(Ki|Mi|Gi)$")
  @Size(max = 12)
  public @Nullable String memoryLimit;

  @JsonPropertyDescription("How long it may take to start, such as 60s.")
  @Default("60s")
  @Pattern(Formats.DURATION)
  @Size(max = Formats.DURATION_LENGTH)
  public String startTimeout;

  @JsonPropertyDescription(
      "What is done about a create of which nobody knows whether it happened, by resource type; a"
          + " person decides about all others.")
  @Size(max = 200)
  public @Nullable List<Recovery> recovery;

  @JsonPropertyDescription("The namespaces whose ProviderConfigs may use it; the default is all.")
  @Size(min = 1, max = 200)
  public @Nullable
      List<@Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$") @Size(max = Formats.NAME_LENGTH) String>
      allowedNamespaces;

  /// One place where packages are looked for.
  @ApiObject
  public static class Source {
    @JsonPropertyDescription(
        "A folder that the operator sees, laid out as Terraform's filesystem mirrors are.")
    @Pattern("^/")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String folder;

    @JsonPropertyDescription("The base URL of a network mirror; ends with /.")
    @Pattern("^https://.+/$")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String mirror;

    @JsonPropertyDescription(
        "The base URL of a provider registry's API, where it is not to be discovered; ends with /.")
    @Pattern("^https://.+/$")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String registry;

    @JsonPropertyDescription("A folder that the operator sees, in OCI image layout.")
    @Pattern("^/")
    @Size(max = Formats.ADDRESS_LENGTH)
    public @Nullable String ociLayout;
  }

  /// One variable of the program's environment.
  @ApiObject
  public static class EnvironmentVariable {
    @Required
    @Pattern("^[A-Za-z_][A-Za-z0-9_]*$")
    @Size(min = 1, max = Formats.IDENTIFIER_LENGTH)
    @ValidationRule(
        value = "!self.startsWith('PLUGIN_') && self != 'TF_PLUGIN_MAGIC_COOKIE'",
        message = "this variable belongs to the protocol between Keelson and the provider")
    public String name;

    @Required
    @Size(max = 4096)
    public String value;
  }

  /// What is done about creates of one type whose outcome is not known.
  @ApiObject
  public static class Recovery {
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(min = 1, max = Formats.IDENTIFIER_LENGTH)
    public String type;

    @JsonPropertyDescription(
        "Repeatable: creating once more does no harm. Uncertain: a person decides.")
    @Required
    @ApiEnum
    public Means means;

    /// What can be done without a person.
    public enum Means {
      Repeatable,
      Uncertain
    }
  }
}
