package io.keelson.conformance.pulumiprovider.rule.component;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Which findings come of what a component is given, and one side refuses.
///
/// @param before what was recorded
public record RefusedInputDifferences(ProviderStep step, Before before, Errors errors) {
  /// How a library of programs refuses a text for a number.
  private static final Pattern TEXT =
      Pattern.compile(
          "^(?<type>\\S+) resource '(?<name>.+?)' has a problem: failed to copy inputs for .*"
              + " copying input \"(?<input>\\w+)\":.* expected an? \\S+, got a string$");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  /// An input that a component requires, and that is null, is not there, which is an error.
  public boolean isWithoutRequired(Finding finding) {
    return components().stream()
        .filter(each -> isRefused(each, error -> isOfNull(each, error)))
        .anyMatch(each -> isNotMade(each, finding));
  }

  private boolean isNotMade(ProgramEntry component, Finding finding) {
    if (finding.aspect() == Aspect.RESULT) return finding.expected().asText().equals("ok");
    if (!step.registered(component.title()).contains(finding.about())
        || before.isKnown(finding.about())) return false;
    return switch (finding.aspect()) {
      case PLAN, RUN -> finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED, CALLS, WORLD ->
          finding.what().at().isEmpty() && finding.actual().isMissingNode();
      case STATE -> finding.actual().asText().equals("[]");
      case RESULT, CONFIGURE, THROWN -> false;
    };
  }

  private static boolean isOfNull(ProgramEntry component, Diagnostic error) {
    return error.summary().equals("Input does not fit")
        && error.detail().contains(" and null is no value for it")
        && component.inputs().properties().stream()
            .filter(each -> each.getValue().isNull())
            .anyMatch(each -> error.path().toString().equals("inputs." + each.getKey()));
  }

  /// A provider under the name of another package is an error. There, nobody looks for it, so that
  /// nothing of what is in the component is another one.
  public boolean isOfOtherPackage(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        && finding.expected().asText().equals("ok")
        && components().stream()
            .filter(each -> isRefused(each, error -> isOfOtherSlot(each, error)))
            .anyMatch(this::isAsItWas);
  }

  private boolean isOfOtherSlot(ProgramEntry component, Diagnostic error) {
    return error.summary().equals("Slot of another provider")
        && component.option("providers").properties().stream()
            .filter(each -> error.path().toString().equals("providers." + each.getKey()))
            .anyMatch(each -> isOfOther(each.getKey(), each.getValue().asText()));
  }

  private boolean isOfOther(String pack, String provider) {
    return step.program().stream()
        .filter(each -> each.isProvider() && each.name().equals(provider))
        .anyMatch(each -> !each.pack().equals(pack));
  }

  private boolean isAsItWas(ProgramEntry component) {
    var done = ExpectedActions.of(step.expected()).keySet();
    return step.registered(component.title()).stream()
        .noneMatch(each -> done.contains(each) || !before.isKnown(each));
  }

  private boolean isRefused(ProgramEntry component, Predicate<Diagnostic> why) {
    var address = "component." + ResourceAddress.identifier(component.name());
    return !errors.all().isEmpty()
        && errors.all().stream()
            .allMatch(each -> each.subject().toString().equals(address) && why.test(each));
  }

  /// A text of a number is converted to what the component takes. There, the library of its program
  /// refuses it.
  public boolean isConverted(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        && finding.expected().asText().equals("failed")
        && errors.all().isEmpty()
        && ExpectedActions.endsOnlyWith(step.expected(), this::isOfNumber);
  }

  private boolean isOfNumber(String message) {
    var told = TEXT.matcher(message);
    if (!told.find()) return false;
    var entry = step.entry(told.group("type") + "::" + told.group("name"));
    var input = entry.inputs().path(told.group("input"));
    return input.isTextual() && NUMBER.matcher(input.textValue()).matches();
  }

  private List<ProgramEntry> components() {
    return step.program().stream().filter(ProgramEntry::isComponent).toList();
  }
}
