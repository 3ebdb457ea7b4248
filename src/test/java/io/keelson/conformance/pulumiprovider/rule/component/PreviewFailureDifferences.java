package io.keelson.conformance.pulumiprovider.rule.component;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.engine.address.ResourceAddress;
import java.util.List;

/// Which findings come of components in which only a preview fails.
public record PreviewFailureDifferences(ProviderStep step, Errors errors) {
  /// What a program registers in its preview alone, and is refused, leaves its component alone. In
  /// the recording the update follows all the same.
  public boolean isLeftAlone(Finding finding) {
    return isFailing() && components().stream().anyMatch(each -> isOf(each, finding));
  }

  private boolean isFailing() {
    return step.expected().path("preview").path("result").asText().equals("failed")
        && step.expected().path("result").asText().equals("ok");
  }

  /// Those in which alone something fails, also in the preview.
  private List<ProgramEntry> components() {
    return step.program().stream()
        .filter(ProgramEntry::isComponent)
        .filter(each -> !errors.all().isEmpty())
        .filter(each -> errors.all().stream().allMatch(error -> isWithin(each, error.subject())))
        .filter(each ->
            ExpectedActions.failing(step.expected().path("preview").path("diagnostics")).stream()
                .filter(step.registered(each.title())::contains)
                .anyMatch(failing -> errors.areAbout(failing, _ -> true)))
        .toList();
  }

  private static boolean isWithin(ProgramEntry component, Object subject) {
    var address = "component." + ResourceAddress.identifier(component.name());
    return (subject + ".").startsWith(address + ".");
  }

  private boolean isOf(ProgramEntry component, Finding finding) {
    return switch (finding.aspect()) {
      case RESULT -> finding.expected().asText().equals("ok");
      case PLAN_CALLS ->
          finding.call().equals("Check")
              && finding.what().at().isEmpty()
              && finding.expected().isMissingNode()
              && step.registered(component.title()).contains(finding.about());
      case PLAN, ASKED, CALLS, RUN, STATE, WORLD, CONFIGURE, THROWN -> false;
    };
  }
}
