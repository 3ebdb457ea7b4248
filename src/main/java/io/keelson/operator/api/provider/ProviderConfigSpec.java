package io.keelson.operator.api.provider;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.json.BoundedTree;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.StackVariable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments of a provider, and who may use them.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ProviderConfigSpec {

  @JsonPropertyDescription("The Provider that this configures.")
  @Required
  public Reference providerRef;

  @JsonPropertyDescription(
      "The arguments, as the provider's schema has them. May hold ${} expressions over what the"
          + " Stack that uses it has: its variables, locals and the attributes of its resources;"
          + " and over secret.NAME. What is not known yet at plan time may be used.")
  @JsonDeserialize(using = BoundedTree.OfObject.class)
  public @Nullable ObjectNode config;

  @JsonPropertyDescription(
      "Texts from Secrets of this namespace, which config reads as secret.NAME. Always sensitive.")
  @Size(max = 100)
  public @Nullable List<SecretValue> secrets;

  @JsonPropertyDescription(
      "The arguments that tell one real system from another, such as region or"
          + " assume_role[0].role_arn. Objects are held if these name another system than the one"
          + " they were made in. Without it, all arguments that are not sensitive.")
  @Size(min = 1, max = 50)
  public @Nullable List<@Pattern(Formats.LINE) @Size(min = 1, max = Formats.PATH_LENGTH) String>
      identity;

  @JsonPropertyDescription(
      "How a Pulumi provider names the objects whose Resources give no name, if it can be told."
          + " Without it, as it does by itself.")
  public @Nullable Autonaming autonaming;

  @JsonPropertyDescription(
      "The namespaces whose Stacks may use it beside this one; \"*\" means all. They act with what"
          + " it says, and never see it.")
  @Size(max = 1000)
  public @Nullable
      List<
          @Pattern("^(\\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$") @Size(max = Formats.NAME_LENGTH) String>
      allowedNamespaces;

  @JsonPropertyDescription(
      "The service account of this namespace that reads the Secrets for Stacks of other namespaces."
          + " For those of this one the Stack's own does.")
  @Default("default")
  @Pattern(Formats.OBJECT_NAME)
  @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
  public String serviceAccountName;

  /// A Provider by name.
  @ApiObject
  public static class Reference {
    @JsonPropertyDescription("The name of the Provider.")
    @Required
    @Pattern(Formats.OBJECT_NAME)
    @Size(min = 1, max = Formats.OBJECT_NAME_LENGTH)
    public String name;
  }

  /// How objects are named whose Resources give no name.
  @ApiObject
  @ValidationRule(
      value = "has(self.pattern) != (has(self.disabled) && self.disabled)",
      message = "autonaming has either a pattern or disabled: true")
  @ValidationRule(
      value = "!has(self.enforce) || has(self.pattern)",
      message = "enforce goes with a pattern")
  public static class Autonaming {
    @JsonPropertyDescription(
        "Of the names. ${name}, ${stack} and ${namespace} stand for those of the object and its"
            + " Stack; ${hex(4)}, ${alphanum(4)}, ${string(4)} and ${num(4)} for so many drawn"
            + " characters; ${uuid} for a drawn UUID. If nothing is drawn, a replacement destroys"
            + " the old object first.")
    @Pattern(
        "^([^$\\x00-\\x1f\\x7f]|\\$\\{(name|stack|namespace|uuid|(hex|alphanum|string|num)\\([1-9][0-9]?\\))\\})+$")
    @Size(min = 1, max = 256)
    public @Nullable String pattern;

    @JsonPropertyDescription(
        "Whether the provider may not change the name, as to make it shorter. By default it may.")
    public @Nullable Boolean enforce;

    @JsonPropertyDescription("Whether a Resource has to give the name: without one it is an error.")
    public @Nullable Boolean disabled;
  }

  /// A named text from a Secret.
  @ApiObject
  public static class SecretValue {
    @JsonPropertyDescription("config reads it as secret.NAME.")
    @Required
    @Pattern(Formats.IDENTIFIER)
    @Size(max = Formats.IDENTIFIER_LENGTH)
    public String name;

    @JsonPropertyDescription("A key of a Secret in the namespace of the ProviderConfig.")
    @Required
    public StackVariable.KeyReference secretKeyRef;
  }
}
