package io.keelson.conformance.pulumiprovider.rule;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ImportOperation;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.engine.diagnostic.Diagnostic;

/// Which findings come of imports of what is gone.
public record GoneImportDifferences(ProviderStep step, Errors errors) {
  private static final String GONE = "Object to import does not exist";

  /// An import without a program takes over whatever its provider answers, also without an id,
  /// which is no object here.
  public boolean isTakenOverThoughGone(Finding finding) {
    if (!step.op().equals("import")) return false;
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream()
              .allMatch(error -> error.summary().equals(GONE) && isOfGone(error));
    return isReadWithoutId(finding.about())
        && errors.areAbout(finding.about(), Errors.saying(GONE))
        && switch (finding.aspect()) {
          case PLAN, RUN ->
              finding.expected().asText().equals("import")
                  && finding.actual().asText().equals("none");
          case PLAN_CALLS, ASKED ->
              finding.call().equals("Check")
                  && finding.what().at().isEmpty()
                  && finding.actual().isMissingNode();
          case STATE -> finding.actual().asText().equals("[]");
          case CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  private boolean isOfGone(Diagnostic error) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .anyMatch(title -> isReadWithoutId(title) && Errors.isAbout(error, title));
  }

  private boolean isReadWithoutId(String resource) {
    return ImportOperation.isAbout(step, resource)
        && RecordedCalls.about(step.expected().path("calls"), "Read", resource)
            .map(each -> each.path("response"))
            .anyMatch(each -> each.has("properties") && each.path("id").asText().isEmpty());
  }
}
