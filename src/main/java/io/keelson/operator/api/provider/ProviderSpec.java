package io.keelson.operator.api.provider;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.operator.api.ApiEnum;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the platform team declares about a provider.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ProviderSpec {

  @JsonPropertyDescription(
      "Its address, [host/]namespace/type, such as hashicorp/time. Without a host it is one of"
          + " registry.opentofu.org. It cannot be changed: the objects of this provider belong to"
          + " it.")
  @Required
  @Pattern(Formats.PROVIDER_ADDRESS)
  @Size(min = 1, max = Formats.PROVIDER_ADDRESS_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message = "spec.source cannot be changed: create another Provider for another program")
  public String source;

  @JsonPropertyDescription(
      "What the program speaks: the plugin protocol of Terraform and OpenTofu, or Pulumi's resource"
          + " provider protocol. It cannot be changed: objects are recorded in its words.")
  @Default("Terraform")
  @ApiEnum
  @ValidationRule(
      value = "self == oldSelf",
      message = "spec.protocol cannot be changed: create another Provider for another program")
  public @Nullable Protocol protocol = Protocol.Terraform;

  @JsonPropertyDescription(
      "Which versions may run, such as ~> 0.14.2. The version that was installed stays while this"
          + " allows it; without it the newest release is installed once.")
  @Pattern(Formats.LINE)
  @Size(max = 256)
  public @Nullable String version;

  @JsonPropertyDescription(
      "What the package is, as lock files have it: h1: over its files or zh: over the archive. One"
          + " of them has to fit.")
  @Size(min = 1, max = 200)
  public @Nullable
      List<@Pattern(Formats.PACKAGE_HASH) @Size(max = Formats.PACKAGE_HASH_LENGTH) String>
      checksums;

  @JsonPropertyDescription(
      "Armored OpenPGP public keys. If there are any, one of them has to have signed the package,"
          + " and keys that a registry names are not believed.")
  @Size(min = 1, max = 10)
  public @Nullable List<@Pattern(Formats.TEXT) @Size(min = 1, max = 65_536) String> signingKeys;

  @JsonPropertyDescription(
      "Where packages come from, in this order. Without any: the registry of the address, or what"
          + " the operator was started with.")
  @Size(min = 1, max = 20)
  public @Nullable List<Source> sources;

  @JsonPropertyDescription(
      "Environment variables of the process. It has no others but those that every provider needs.")
  @Size(max = 100)
  public @Nullable List<Variable> environment;

  @JsonPropertyDescription(
      "Whether Stacks of every namespace may use it without a ProviderConfig, as with an empty one:"
          + " for providers that need no arguments, and whose environment has no credentials that"
          + " not everybody may use.")
  public @Nullable Boolean implicitConfig;

  @JsonPropertyDescription("What the process may have.")
  @Default("{}")
  public Limits limits;

  @JsonPropertyDescription(
      "What is done about a create whose outcome was lost, by resource type. Types that are not"
          + " named wait for a person.")
  @Size(max = 1000)
  public @Nullable List<Recovery> createRecovery;

  /// What a provider's program speaks.
  public enum Protocol {
    Terraform,
    Pulumi
  }

  /// One place that packages come from.
  @ApiObject
  public static class Source {
    @JsonPropertyDescription(
        "A folder of the operator, as 'terraform providers mirror' writes it, or as Pulumi's cache"
            + " of plugins is laid out.")
    public @Nullable Folder directory;

    @JsonPropertyDescription("A server that speaks the network mirror protocol.")
    public @Nullable Server mirror;

    @JsonPropertyDescription("One registry for the providers of every host.")
    public @Nullable Server registry;

    @JsonPropertyDescription(
        "A folder of the operator in OCI image layout. ${hostname}, ${namespace} and ${type} stand"
            + " for the parts of the address.")
    public @Nullable Folder ociLayout;

    @JsonPropertyDescription(
        "A server that has archives of Pulumi plugins below this address, called"
            + " pulumi-resource-NAME-vVERSION-OS-ARCH.tar.gz. It has no list of versions and no"
            + " checksums: spec.version has to be one version, and spec.checksums has to name the"
            + " archive.")
    public @Nullable Server archives;
  }

  /// A folder that is mounted into the operator.
  @ApiObject
  public static class Folder {
    @JsonPropertyDescription("The path of the folder in the operator's container.")
    @Required
    @Pattern("^/[^\\x00-\\x1f\\x7f]*$")
    @Size(min = 1, max = 1024)
    public String path;
  }

  /// A server that is reached over https.
  @ApiObject
  public static class Server {
    @JsonPropertyDescription("Where it is, as https://host/path.")
    @Required
    @Pattern("^https://[^\\s\\x00-\\x1f\\x7f@]+$")
    @Size(min = 9, max = 1024)
    public String url;

    @JsonPropertyDescription("The token that it demands, in a Secret beside the operator.")
    public @Nullable KeyReference tokenFrom;
  }

  /// One key of a Secret in the operator's namespace.
  @ApiObject
  public static class KeyReference {
    @JsonPropertyDescription("The name of the Secret, in the operator's namespace.")
    @Required
    @Pattern(Formats.OBJECT_NAME)
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public String name;

    @JsonPropertyDescription("The key in it.")
    @Required
    @Pattern("^[-._a-zA-Z0-9]+$")
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public String key;
  }

  /// An environment variable; its text is here or in a Secret.
  @ApiObject
  public static class Variable {
    @JsonPropertyDescription("The name of the variable.")
    @Required
    @Pattern("^[A-Za-z_][A-Za-z0-9_]*$")
    @Size(max = Formats.IDENTIFIER_LENGTH)
    @ValidationRule(
        value =
            "!self.startsWith('PLUGIN_') && !self.startsWith('TF_PLUGIN_') && self !="
                + " 'TF_REATTACH_PROVIDERS'",
        message = "variables of the plugin protocol are set by the operator: use another name")
    public String name;

    @JsonPropertyDescription("Its value, in the open.")
    @Pattern(Formats.TEXT)
    @Size(max = 32_768)
    public @Nullable String value;

    @JsonPropertyDescription("In a Secret beside the operator.")
    public @Nullable KeyReference secretKeyRef;
  }

  /// Limits of the provider's process.
  @ApiObject
  public static class Limits {
    @JsonPropertyDescription("How much memory it may use, such as 512Mi.")
    @Pattern("^[1-9][0-9]{0,9}(Ki|Mi|Gi)?$")
    @Size(max = 16)
    public @Nullable String memory;

    @JsonPropertyDescription("How long after its last call it is ended.")
    @Default("5m")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    public String idle;

    @JsonPropertyDescription(
        "How long one call may take; then the process is asked to stop, and ended if it does not.")
    @Default("4h")
    @Pattern(Formats.DURATION)
    @Size(max = Formats.DURATION_LENGTH)
    @ValidationRule(
        value = "duration(self) >= duration('1m')",
        message = "spec.limits.call is at least 1m: calls of real providers take that long")
    public String call;
  }

  /// What is done if the outcome of a create of one type is lost.
  @ApiObject
  @ValidationRule(
      value = "(self.mode == 'Findable') == has(self.importId)",
      message = "importId goes with mode Findable, and only with it")
  public static class Recovery {
    @JsonPropertyDescription("The resource type, such as time_static.")
    @Required
    @Pattern("^[A-Za-z_][A-Za-z0-9_-]*$")
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String type;

    @JsonPropertyDescription(
        "Repeatable: nothing outside is made, create again. Findable: the object is looked for"
            + " by importId, and created again only if there is none. Uncertain: a person tells.")
    @Required
    @ApiEnum
    public RecoveryMode mode;

    @JsonPropertyDescription(
        "The attribute whose value is known at plan time and is what an import takes, such as name."
            + " Before each create it is looked whether an object has it already: of such a create"
            + " a person has to tell.")
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public @Nullable String importId;
  }

  /// What can be done about a create whose outcome is not known.
  public enum RecoveryMode {
    Repeatable,
    Findable,
    Uncertain
  }
}
