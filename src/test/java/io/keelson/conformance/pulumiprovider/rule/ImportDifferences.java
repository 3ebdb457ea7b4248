package io.keelson.conformance.pulumiprovider.rule;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ImportOperation;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.Set;

/// Which findings come of how objects are taken over.
public record ImportDifferences(ProviderStep step, Errors errors) {
  private static final Set<String> REFUSED =
      Set.of("Import would replace the object", "The provider does not accept the configuration");

  /// Nothing is recorded of an object that is not to be replaced, or whose declaration is refused.
  public boolean isRefusedImport(Finding finding) {
    return ExpectedActions.failing(step.expected().path("diagnostics")).contains(finding.about())
        && ImportOperation.isAbout(step, finding.about())
        && errors.areAbout(finding.about(), each -> REFUSED.contains(each.summary()))
        && switch (finding.aspect()) {
          case PLAN, RUN -> finding.actual().asText().equals("none");
          case PLAN_CALLS, ASKED, CALLS, WORLD ->
              finding.what().at().isEmpty() && finding.actual().isMissingNode();
          case STATE -> finding.actual().asText().equals("[]");
          case RESULT, CONFIGURE, THROWN -> false;
        };
  }

  /// An import without a program compares nothing, and its provider is not configured as it checks.
  public boolean isTakenOver(Finding finding) {
    if (!step.op().equals("import")) return false;
    return switch (finding.aspect()) {
      case CONFIGURE -> ImportOperation.isConfigured(finding);
      case PLAN_CALLS, ASKED, STATE ->
          ImportOperation.isAbout(step, finding.about())
              && (ImportOperation.isComparison(finding) || ImportOperation.isNote(finding));
      default -> false;
    };
  }
}
