package io.keelson.operator.api.component;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SelectableField;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.ResourceSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One use of a component in a Stack.
@ApiObject
@SuppressWarnings("NullAway.Init")
@ValidationRule(
    value = "has(self.name) == has(oldSelf.name) && (!has(self.name) || self.name == oldSelf.name)",
    message =
        "spec.name cannot be changed, it is part of addresses: create a Component with the new"
            + " name, and with the old one in spec.aliases, so that it takes over what is there")
@ValidationRule(
    value = "has(self.definition) != has(self.program)",
    message =
        "spec.definition and spec.program exclude each other: give the one that says what is"
            + " inside")
public class ComponentSpec extends ComponentUse {

  @JsonPropertyDescription("The Stack of this namespace that this component belongs to.")
  @Required
  @Pattern(Formats.STACK_NAME)
  @Size(min = 1, max = Formats.NAME_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message =
          "spec.stack cannot be changed, the state of the instances belongs to the old Stack:"
              + " create another Component for the new Stack")
  @SelectableField
  public String stack;

  @JsonPropertyDescription(
      "The component's name in addresses and expressions; the default is metadata.name with '-' as"
          + " '_'.")
  @Pattern(Formats.IDENTIFIER)
  @Size(max = Formats.IDENTIFIER_LENGTH)
  public @Nullable String name;

  @JsonPropertyDescription("The definition that is used.")
  public @Nullable DefinitionRef definition;

  @JsonPropertyDescription(
      "In the place of a definition, the program that says what is inside: a component of a"
          + " provider.")
  public @Nullable ProgramRef program;

  @JsonPropertyDescription(
      "The ProviderConfig for each provider slot of the definition, or for each package that the"
          + " program uses, by what its types begin with, such as aws; the default is the one of"
          + " spec.providerConfigs of the Stack that fits.")
  @Size(max = 20)
  public @Nullable Map<String, ResourceSpec.ProviderConfigRef> providers;

  /// A component that a provider has a program for.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class ProgramRef {
    @JsonPropertyDescription("The ProviderConfig whose provider has the program.")
    @Required
    public ResourceSpec.ProviderConfigRef providerConfigRef;

    @JsonPropertyDescription(
        "What the package calls the component, such as shop-components:index:WebApp.")
    @Required
    @Pattern(Formats.LINE)
    @Size(min = 1, max = Formats.PATH_LENGTH)
    public String type;
  }
}
