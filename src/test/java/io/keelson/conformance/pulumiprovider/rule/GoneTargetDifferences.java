package io.keelson.conformance.pulumiprovider.rule;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;

/// Which findings come of targets that need what is gone, which fails. There, it has no record, so
/// that its values are not known; here, its record has them still.
///
/// @param before what was recorded
public record GoneTargetDifferences(ProviderStep step, Before before, Errors errors) {
  public boolean isAskedWithRecord(Finding finding) {
    if (errors.all().isEmpty() || !step.expected().path("result").asText().equals("failed"))
      return false;
    boolean asked = finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED;
    return asked
        && step.isTarget(finding.about())
        && switch (finding.call()) {
          case "Check", "Diff" -> isToldOfGone(finding);
          case "Update" ->
              finding.what().at().isEmpty()
                  && finding.actual().isMissingNode()
                  && finding.expected().path("preview").asBoolean(false)
                  && refersToGone(step.entry(finding.about()).inputs().toString());
          default -> false;
        };
  }

  private boolean isToldOfGone(Finding finding) {
    var field = finding.what().field();
    return finding.what().at().equals("news." + field)
        && (finding.expected().isNull() || finding.expected().has("$unknown"))
        && finding.actual().equals(before.inputs(finding.about()).path(field))
        && refersToGone(step.entry(finding.about()).inputs().path(field).toString());
  }

  private boolean refersToGone(String declared) {
    return step.program().stream()
        .filter(each -> before.isLost(each.title()) && !step.isTarget(each.title()))
        .map(ProgramEntry::name)
        .anyMatch(each -> declared.contains("${" + each + "."));
  }
}
