package io.keelson.conformance.pulumiprovider.rule.component;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.Set;

/// Which findings come of resources whose parent has another type, and the name that it had.
public record ParentTypeDifferences(ProviderStep step, Before before) {
  /// There, the new object has the name of the old one, which has another place.
  private static final Side MAKES_ANEW =
      Side.of("create, delete", Set.of("Check", "Create", "Delete"));

  /// The type of a parent is a part of a resource's name there, so that it is made anew, and its
  /// old object goes. Here, only components are in names.
  public boolean isOfAnotherParent(Finding finding) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(this::hasAnotherParent)
        .map(each -> new Parting(step, each, MAKES_ANEW, Side.KEEPS, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  private boolean hasAnotherParent(String resource) {
    var former = Before.record(before.state(), resource).path("parent").asText();
    var now = Before.record(step.expected().path("state"), resource).path("parent").asText();
    return !former.equals(now)
        && former
            .substring(former.lastIndexOf(':') + 1)
            .equals(now.substring(now.lastIndexOf(':') + 1))
        && !now.isEmpty()
        && ExpectedActions.of(step.expected())
            .getOrDefault(resource, "none")
            .equals("create, delete");
  }
}
