package io.keelson.conformance.pulumiprovider.rule.object;

import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;

/// Which findings come of a former name that is still in use. There, the run ends when it comes to
/// the second of both, and the first may have taken over the object by then.
///
/// @param before what was recorded
public record UsedNameDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String DECLARED = "Former address is still declared";

  /// Both are planned as they are, with their own names, and nothing is made for the new one.
  public boolean isOfUsedName(Finding finding) {
    for (ProgramEntry entry : step.program())
      for (String alias : entry.strings("aliases")) {
        var former = entry.token() + "::" + alias;
        if (isRefused(entry.title(), former)
            && (finding.about().equals(entry.title()) && isOfNew(finding, former)
                || finding.about().equals(former) && isOfFormer(finding))) return true;
      }
    return false;
  }

  private boolean isRefused(String title, String former) {
    return !step.entry(former).json().isEmpty()
        && (errors.areAbout(title, Errors.saying(DECLARED))
            || errors.areAbout(former, Errors.saying(DECLARED)))
        && step.expected()
            .path("diagnostics")
            .valueStream()
            .anyMatch(each -> each.path("message").asText().startsWith("Duplicate resource "));
  }

  /// Whether it says that the new one has no object, and is to be made, which it never is.
  private boolean isOfNew(Finding finding, String former) {
    var at = finding.what().at();
    return switch (finding.aspect()) {
      case PLAN_CALLS, ASKED ->
          switch (finding.call()) {
            case "Check" -> at.startsWith("olds.") && finding.actual().isMissingNode();
            case "Diff" -> at.isEmpty() && finding.actual().isMissingNode();
            case "Create" ->
                at.isEmpty()
                    && finding.expected().isMissingNode()
                    && finding.actual().path("preview").asBoolean(false);
            default -> false;
          };
      case STATE ->
          finding.actual().asText().equals("[]")
              && !before.isKnown(finding.about())
              && isRecordOf(finding, former);
      case PLAN, RUN, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// Whether the record of the former name, and no other, has the new one there.
  private boolean isRecordOf(Finding finding, String former) {
    var there = Unchanged.listed(finding.expected().asText());
    return there.size() == 1
        && there.path(0).path("id").equals(Before.record(before.state(), former).path("id"));
  }

  /// Whether it says that the object is still compared, and recorded, by its own name.
  private boolean isOfFormer(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN_CALLS ->
          finding.what().at().isEmpty()
              && finding.expected().isMissingNode()
              && (finding.call().equals("Check") || finding.call().equals("Diff"));
      case STATE ->
          finding.expected().asText().equals("[]") && new Unchanged(step, before).isTold(finding);
      case PLAN, RUN, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }
}
