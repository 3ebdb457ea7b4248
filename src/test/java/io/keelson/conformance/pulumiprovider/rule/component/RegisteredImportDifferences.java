package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;

/// Which findings come of programs that take objects over.
///
/// @param before what was recorded
public record RegisteredImportDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String TWICE = "Object has another address already";

  private static final String REPLACED = "Import would replace the object";

  /// What is the object of another resource already is not taken over once more, nor what would be
  /// replaced, and the component whose program asks for it is left alone.
  public boolean isRefusedImport(Finding finding) {
    return step.program().stream()
        .filter(each -> each.isComponent() && isRefused(each))
        .anyMatch(each -> isLeftAlone(each, finding));
  }

  /// Whether nothing fails but such an import of a component.
  private boolean isRefused(ProgramEntry component) {
    return errors.all().stream().anyMatch(each -> isOfImport(component, each))
        && errors.all().stream()
            .allMatch(each -> isOfImport(component, each) || isOfProgram(component, each));
  }

  private boolean isOfImport(ProgramEntry component, Diagnostic error) {
    return error.subject().toString().startsWith(address(component) + ".")
        && step.registered(component.title()).stream()
            .filter(each -> Errors.isAbout(error, each))
            .anyMatch(each ->
                step.registrations(each)
                    .map(asked -> asked.path("importId").asText())
                    .filter(id -> !id.isEmpty())
                    .anyMatch(id ->
                        error.summary().equals(TWICE) && isOfOther(each, id)
                            || error.summary().equals(REPLACED) && isReplaced(each)));
  }

  /// Whether an object is recorded as that of another resource.
  private boolean isOfOther(String resource, String id) {
    return before
        .state()
        .valueStream()
        .filter(each -> !each.path("resource").asText().equals(resource))
        .anyMatch(each -> each.path("id").asText().equals(id));
  }

  /// Whether what is taken over there is to be replaced, at least as long as not all is known.
  private boolean isReplaced(String resource) {
    return step.expected()
        .path("preview")
        .path("steps")
        .valueStream()
        .filter(each -> each.path("op").asText().equals("create-replacement"))
        .anyMatch(each -> each.path("resource").asText().equals(resource));
  }

  private static boolean isOfProgram(ProgramEntry component, Diagnostic error) {
    return error.subject().toString().equals(address(component))
        && error.summary().equals("The provider reported a problem");
  }

  private static String address(ProgramEntry component) {
    return "component." + ResourceAddress.identifier(component.name());
  }

  private boolean isLeftAlone(ProgramEntry component, Finding finding) {
    var actual = finding.actual();
    boolean inside = step.registered(component.title()).contains(finding.about());
    return switch (finding.aspect()) {
      case RESULT -> finding.expected().asText().equals("ok");
      case PLAN, RUN -> inside && actual.asText().equals("none");
      case CALLS -> inside && isAbsent(finding);
      case PLAN_CALLS -> inside && (isAbsent(finding) || isUnknown(actual));
      case ASKED ->
          inside && (isAbsent(finding) || isUnknown(actual)) || isToldLater(component, finding);
      case STATE -> inside && isNew(finding) && actual.asText().equals("[]");
      case WORLD -> inside && isNew(finding) && isAbsent(finding);
      case CONFIGURE, THROWN -> false;
    };
  }

  /// Whether there was no object of it that could be lost.
  private boolean isNew(Finding finding) {
    return !before.isKnown(finding.about());
  }

  private static boolean isAbsent(Finding finding) {
    return finding.what().at().isEmpty() && finding.actual().isMissingNode();
  }

  private static boolean isUnknown(JsonNode value) {
    return value.has("$unknown");
  }

  /// Whether its program is not told there again what is known now.
  private static boolean isToldLater(ProgramEntry component, Finding finding) {
    return finding.call().equals(Call.CONSTRUCT)
        && finding.about().equals(component.title())
        && finding.what().at().startsWith("inputs.")
        && finding.what().at().endsWith(".$output.value")
        && finding.actual().isMissingNode();
  }
}
