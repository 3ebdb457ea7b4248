package io.keelson.conformance.pulumiprovider.rule.object;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which findings come of what has a resource as its parent that fails.
public record BelowFailureDifferences(ProviderStep step, Errors errors) {
  /// A run that goes on leaves it out there. Here, only components have something in them: what
  /// does not use the resource goes on.
  public boolean isNotSkipped(Finding finding) {
    return step.json().path("continueOnError").asBoolean(false)
        && step.program().stream()
            .filter(entry -> isSkipped(entry, finding.aspect()))
            .map(entry -> new Parting(step, entry.title(), Side.STAYS, Side.CHANGES, List.of()))
            .anyMatch(parting -> parting.explains(finding));
  }

  private boolean isSkipped(ProgramEntry entry, Aspect aspect) {
    boolean planned = aspect == Aspect.PLAN || aspect == Aspect.PLAN_CALLS;
    var part = planned ? step.expected().path("preview") : step.expected();
    var failing = ExpectedActions.failing(part.path("diagnostics"));
    return !entry.isData()
        && !ExpectedActions.of(part).containsKey(entry.title())
        && parents(entry).stream()
            .anyMatch(each -> failing.contains(each) && errors.areAbout(each, _ -> true))
        && failing.stream().noneMatch(each -> step.isUsedThrough(each, entry.title()));
  }

  /// The resources that something is below of.
  private List<String> parents(ProgramEntry entry) {
    var parents = new ArrayList<String>();
    for (var next = parent(entry); next.isPresent(); next = parent(next.get()))
      if (!next.get().json().has("kind")) parents.add(next.get().title());
    return parents;
  }

  private Optional<ProgramEntry> parent(ProgramEntry entry) {
    var name = entry.json().path("parent").asText();
    return step.program().stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
