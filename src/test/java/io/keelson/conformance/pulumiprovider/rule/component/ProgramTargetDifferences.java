package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.stream.Stream;

/// Which findings come of programs in a run with targets.
///
/// @param before what was recorded
public record ProgramTargetDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String PROBLEM = "The provider reported a problem";
  private static final String NEEDED = "The plan leaves out what the program needs";

  /// What a program has renamed stays where it is, which is an error, if no targets are both of its
  /// names.
  public boolean isMoveLeftOut(Finding finding) {
    return isOfErrors(finding)
        && components()
            .anyMatch(component ->
                errors.all().stream().anyMatch(each -> isOfMove(component, each))
                    && errors.all().stream()
                        .allMatch(
                            each -> isOfMove(component, each) || isOf(component, each, PROBLEM)));
  }

  private boolean isOfMove(ProgramEntry component, Diagnostic error) {
    return error.summary().equals("Move is left out")
        && error.subject().toString().startsWith(address(component) + ".")
        && step.registered(component.title()).stream()
            .filter(each -> Errors.isAbout(error, each))
            .anyMatch(now ->
                step.registrations(now)
                    .flatMap(each -> each.path("aliases").valueStream())
                    .map(each -> each.path("spec"))
                    .anyMatch(former -> isHalf(now, former)));
  }

  /// Whether it is a former name in the same component, and one of both is no target.
  private boolean isHalf(String now, JsonNode former) {
    boolean elsewhere =
        former.path("noParent").asBoolean(false) || !former.path("parentUrn").asText().isEmpty();
    return !elsewhere
        && former.has("name")
        && !(step.isTarget(now) && step.targets().contains(former.path("name").asText()));
  }

  /// A program that registers something new that is no target does not come to its end, which is an
  /// error.
  public boolean isEnded(Finding finding) {
    return isOfErrors(finding)
        && components()
            .anyMatch(component ->
                errors.all().stream().anyMatch(each -> isOf(component, each, NEEDED))
                    && errors.all().stream()
                        .allMatch(
                            each -> isOf(component, each, NEEDED) || isOf(component, each, PROBLEM))
                    && step.registered(component.title()).stream().anyMatch(this::isLeftOut));
  }

  /// Whether it is something new that neither side makes.
  private boolean isLeftOut(String registered) {
    return !step.isTarget(registered)
        && !before.isKnown(registered)
        && !Before.record(step.expected().path("state"), registered).isObject()
        && step.registrations(registered).anyMatch(each -> each.path("custom").asBoolean(false));
  }

  private boolean isOfErrors(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        && finding.expected().asText().equals("ok")
        && !step.targets().isEmpty();
  }

  private Stream<ProgramEntry> components() {
    return step.program().stream().filter(ProgramEntry::isComponent);
  }

  private static boolean isOf(ProgramEntry component, Diagnostic error, String summary) {
    return error.summary().equals(summary) && error.subject().toString().equals(address(component));
  }

  private static String address(ProgramEntry component) {
    return "component." + ResourceAddress.identifier(component.name());
  }
}
