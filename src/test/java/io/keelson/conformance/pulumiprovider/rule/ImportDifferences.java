package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ImportOperation;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.Set;

/// Which findings come of how objects are taken over.
public record ImportDifferences(ProviderStep step, Errors errors) {
  private static final String REPLACED = "Import would replace the object";

  private static final Set<String> REFUSED =
      Set.of(REPLACED, "The provider does not accept the configuration");

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
    if (isRefusedAsCompared(finding)) return true;
    return switch (finding.aspect()) {
      case CONFIGURE -> ImportOperation.isConfigured(finding);
      case PLAN_CALLS, ASKED, STATE ->
          ImportOperation.isAbout(step, finding.about())
              && (ImportOperation.isComparison(finding) || ImportOperation.isNote(finding));
      default -> false;
    };
  }

  /// What a check fills in, such as a name that the object does not have, counts when what is taken
  /// over is compared: there, with the next update.
  private boolean isRefusedAsCompared(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream()
              .allMatch(error -> error.summary().equals(REPLACED) && isOfFilledIn(error));
    return isFilledIn(finding.about())
        && errors.areAbout(finding.about(), Errors.saying(REPLACED))
        && switch (finding.aspect()) {
          case PLAN, RUN ->
              finding.expected().asText().equals("import")
                  && finding.actual().asText().equals("none");
          case STATE -> finding.actual().asText().equals("[]");
          case PLAN_CALLS, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  private boolean isOfFilledIn(Diagnostic error) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .anyMatch(title -> isFilledIn(title) && Errors.isAbout(error, title));
  }

  /// Whether a check has more inputs of what is taken over than were read.
  private boolean isFilledIn(String resource) {
    if (!ImportOperation.isAbout(step, resource)) return false;
    for (JsonNode call : step.expected().path("calls"))
      if (call.path("call").asText().equals("Check")
          && call.path("resource").asText().equals(resource))
        return call.path("response").path("inputs").size()
            > call.path("request").path("news").size();
    return false;
  }
}
