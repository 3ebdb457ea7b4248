package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SelectableField;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The request of a Run. Immutable: it is carried out once.
@ApiObject
@SuppressWarnings("NullAway.Init")
@ValidationRule(
    value = "self == oldSelf",
    message =
        "a Run cannot be changed, it is carried out once: create another one, and delete this one"
            + " to withdraw it")
@ValidationRule(
    value = "!has(self.targets) || !has(self.exclude)",
    message =
        "a Run is about its targets, or about everything but what it excludes: give spec.targets"
            + " or spec.exclude, not both")
@ValidationRule(
    value = "self.scope == 'Needed' || has(self.targets)",
    message =
        "spec.scope says what is planned together with the targets, and there are none: name them"
            + " in spec.targets, or take spec.scope away")
@ValidationRule(
    value = "!has(self.replace) || self.mode in ['Plan', 'Apply']",
    message =
        "nothing is replaced where everything is destroyed or only read: take spec.replace away,"
            + " or set spec.mode to Apply or Plan")
@ValidationRule(
    value = "self.mode != 'RefreshOnly' || self.refresh == 'All'",
    message =
        "a Run of mode RefreshOnly reads all that it is about: take spec.refresh away, or set it to"
            + " All")
@ValidationRule(
    value =
        "!has(self.replace) || !has(self.exclude) || !self.replace.exists(a, a in self.exclude)",
    message =
        "spec.replace names an address that spec.exclude leaves out: take it away from one of them")
public class RunSpec {

  @JsonPropertyDescription("The Stack of this namespace that this is about.")
  @Required
  @Pattern(Formats.STACK_NAME)
  @Size(min = 1, max = Formats.NAME_LENGTH)
  @SelectableField
  public String stack;

  @JsonPropertyDescription(
      "Plan makes a Plan to look at, and applies nothing. Apply brings the world to what is"
          + " declared. Destroy destroys what the Stack manages. RefreshOnly reads the world, and"
          + " changes nothing but records and outputs.")
  @Default("Apply")
  @ApiEnum
  public @Nullable Mode mode;

  @JsonPropertyDescription(
      "Instances to replace although nothing else requires it; an address without a key is the"
          + " instance without one.")
  @Size(min = 1, max = 100)
  @ValidationRule(
      value = "!self.exists(a, a.startsWith('data.'))",
      message = "spec.replace names a data source: it is read, there is no object to replace")
  public @Nullable
      List<@Pattern(Formats.ADDRESS) @Size(min = 1, max = Formats.ADDRESS_LENGTH) String>
      replace;

  @JsonPropertyDescription(
      "What the plan is limited to, together with what spec.scope says. An address without a key is"
          + " the whole resource.")
  @Size(min = 1, max = 100)
  public @Nullable
      List<@Pattern(Formats.ADDRESS) @Size(min = 1, max = Formats.ADDRESS_LENGTH) String>
      targets;

  @JsonPropertyDescription(
      "What is planned together with the targets: what is Needed by them, or, to destroy, needs"
          + " them; Exact, nothing else; or their Dependents. With the last two, nothing is done if"
          + " more would have to happen.")
  @Default("Needed")
  @ApiEnum
  public Scope scope;

  @JsonPropertyDescription(
      "What the plan leaves out, with what needs that; to destroy, with what that needs.")
  @Size(min = 1, max = 100)
  public @Nullable
      List<@Pattern(Formats.ADDRESS) @Size(min = 1, max = Formats.ADDRESS_LENGTH) String>
      exclude;

  @JsonPropertyDescription(
      "Which objects are read before they are planned: All, only the Affected, or None.")
  @Default("All")
  @ApiEnum
  public Refresh refresh;

  @JsonPropertyDescription("How long after its end the Run is deleted, such as 24h.")
  @Default("24h")
  @Pattern(Formats.DURATION)
  @Size(max = Formats.DURATION_LENGTH)
  public String ttl;

  /// What the plan is for, and whether it is carried out.
  public enum Mode {
    Plan,
    Apply,
    Destroy,
    RefreshOnly
  }

  /// What is planned together with the targets.
  public enum Scope {
    Needed,
    Exact,
    Dependents
  }

  /// Which objects are read before they are planned.
  public enum Refresh {
    All,
    Affected,
    None
  }
}
