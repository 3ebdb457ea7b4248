package io.keelson.conformance.pulumiprovider.rule.object;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Users;

/// Which findings come of objects of others that are read though they are not finished.
public record UnfinishedReadDifferences(ProviderStep step, Errors errors) {
  private static final String UNFINISHED = "ErrorResourceInitFailed";

  /// What was read is there, with a warning, and who uses it goes on. There, the run ends.
  public boolean isReadUnfinished(Finding finding) {
    if (!errors.all().isEmpty()
        || !ExpectedActions.failsOnly(step.expected(), this::isReadUnfinished)) return false;
    if (finding.aspect() == Aspect.RESULT) return finding.expected().asText().equals("failed");
    var read = step.program().stream().map(ProgramEntry::title).filter(this::isReadUnfinished);
    var users = Users.of(step, read.toList());
    boolean checked =
        finding.aspect() == Aspect.PLAN_CALLS
            && finding.call().equals("Check")
            && finding.what().at().isEmpty()
            && finding.expected().isMissingNode();
    return checked && users.users().contains(finding.about())
        || users.explain(finding, Side.STAYS, Side.CHANGES);
  }

  private boolean isReadUnfinished(String resource) {
    return step.entry(resource).isRead()
        && RecordedCalls.about(step.calls(), "Read", resource)
            .flatMap(each -> each.path("error").path("details").valueStream())
            .anyMatch(each ->
                each.path("type").asText().equals(UNFINISHED)
                    && each.path("value").path("properties").isObject());
  }
}
