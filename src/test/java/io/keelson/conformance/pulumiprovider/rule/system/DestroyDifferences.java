package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import java.util.List;
import java.util.stream.Stream;

/// Which findings come of what a stack is destroyed with.
///
/// @param before what was recorded
public record DestroyDifferences(ProviderStep step, Before before, Errors errors) {
  /// A provider is configured by what the stack says now, which it may refuse; there, by what is
  /// recorded of it.
  public boolean isOfConfiguration(Finding finding) {
    if (step.op().equals("refresh")) return isReadAsRecorded(finding);
    if (!step.op().equals("destroy")) return false;
    return switch (finding.aspect()) {
      case CONFIGURE ->
          refused()
              .flatMap(each -> before.provider(each).stream())
              .filter(each -> each.title().equals(finding.about()))
              .anyMatch(each -> isConfigured(each, finding));
      case RESULT ->
          finding.expected().asText().equals("ok")
              && !errors.all().isEmpty()
              && errors.all().stream()
                  .allMatch(error -> refused().anyMatch(each -> Errors.isAbout(error, each)));
      default -> refused().anyMatch(each -> isStill(each, finding));
    };
  }

  /// Whether what is recorded of a provider is what it is read with there, and what is declared
  /// here.
  private boolean isReadAsRecorded(Finding finding) {
    return finding.aspect() == Aspect.CONFIGURE
        && before
            .current(finding.about())
            .filter(each -> isOther(each) && isConfigured(each, finding))
            .isPresent();
  }

  /// What stays here, as its provider is configured otherwise than it was.
  private Stream<String> refused() {
    return before
        .state()
        .valueStream()
        .map(each -> each.path("resource").asText())
        .filter(each -> errors.areAbout(each, _ -> true))
        .filter(each -> before.provider(each).filter(this::isOther).isPresent());
  }

  private boolean isOther(ProgramEntry provider) {
    return declared(provider).filter(each -> !each.equals(provider.inputs())).findAny().isPresent();
  }

  /// What the stack says of a provider.
  private Stream<JsonNode> declared(ProgramEntry provider) {
    return step.configuration(provider.pack()).map(ProgramEntry::inputs).stream();
  }

  /// Whether it is configured there by what is recorded, and here by what is declared.
  private boolean isConfigured(ProgramEntry provider, Finding finding) {
    return ToldConfiguration.all(finding.expected()).stream().allMatch(provider.inputs()::equals)
        && ToldConfiguration.all(finding.actual()).stream()
            .allMatch(each -> declared(provider).anyMatch(each::equals));
  }

  /// Whether it says that something is not destroyed here.
  private boolean isStill(String resource, Finding finding) {
    if (finding.aspect() == Aspect.WORLD)
      return finding.expected().isMissingNode()
          && Before.record(before.state(), resource).path("id").asText().equals(finding.about());
    return finding.about().equals(resource)
        && switch (finding.aspect()) {
          case RUN ->
              List.of(finding.expected().asText(), finding.actual().asText())
                  .equals(List.of("delete", "delete failed"));
          case CALLS ->
              finding.call().equals("Delete")
                  && finding.what().at().isEmpty()
                  && finding.actual().isMissingNode()
                  && RecordedCalls.about(step.calls(), "Delete", resource).findAny().isPresent();
          case STATE ->
              finding.expected().asText().equals("[]")
                  && new Unchanged(step, before).isTold(finding);
          case PLAN, PLAN_CALLS, ASKED, CONFIGURE, RESULT, WORLD, THROWN -> false;
        };
  }
}
