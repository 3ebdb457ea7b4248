package io.keelson.conformance.pulumiprovider.rule.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Which findings come of what one side alone asks a provider to compare.
public record ComparedDifferences(ProviderStep step, Errors errors) {
  private static final String DIFF = "Diff";

  private static final Side IS_HELD = new Side("none"::equals, Set.of(DIFF), true);

  /// What was read is compared here without asking, which cannot fail.
  public boolean isLookedAtAlone(Finding finding) {
    if (finding.aspect() != Aspect.RESULT || !step.op().equals("refresh")) return false;
    var compared = new TreeSet<String>();
    for (JsonNode each : step.expected().path("calls"))
      if (each.has("error")) {
        if (!each.path("call").asText().equals(DIFF)) return false;
        compared.add(each.path("resource").asText());
      }
    return finding.expected().asText().equals("failed")
        && errors.all().isEmpty()
        && ExpectedActions.failsOnly(step.expected(), compared::contains);
  }

  /// What is to be replaced, whatever has changed, is compared all the same. There it is not, so
  /// that it is replaced also by a provider that cannot compare.
  public boolean isNotComparable(Finding finding) {
    var held = step.program().stream().map(ProgramEntry::title).filter(this::isHeld).toList();
    if (finding.aspect() == Aspect.RESULT)
      return !held.isEmpty()
          && finding.expected().asText().equals("ok")
          && errors.all().stream()
              .allMatch(error -> held.stream().anyMatch(each -> Errors.isAbout(error, each)));
    return held.stream()
        .map(each -> new Parting(step, each, Side.REPLACES, IS_HELD, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  private boolean isHeld(String resource) {
    return errors.areAbout(resource, Errors.saying("The provider lacks a feature"))
        && isReplacedUncompared(resource)
        && RecordedCalls.about(step.calls(), DIFF, resource).findAny().isEmpty();
  }

  /// Whether it is replaced there, and nothing of it is why.
  private boolean isReplacedUncompared(String resource) {
    return step.steps("create-replacement", resource)
        .anyMatch(each -> each.path("keys").toString().equals("[\"id\"]"));
  }
}
