package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.Set;

/// Which findings come of components that have another type, and the name of a former one.
public record ComponentTypeDifferences(ProviderStep step, Before before) {
  /// There, the new object has the name of the old one, which has another place.
  private static final Side MAKES_ANEW =
      Side.of("create, delete", Set.of("Check", "Create", "Delete"));

  /// The type of a component is a part of the names of what is in it there, so that all of that is
  /// made anew, and the old objects go. Here, its name is, and what has the same name stays; the
  /// rest of the component is made with that.
  public boolean isOfAnotherType(Finding finding) {
    return step.program().stream()
        .filter(entry -> entry.isComponent() && hadAnotherType(entry))
        .anyMatch(entry -> {
          var made = madeAnew(entry);
          return made.stream()
                  .map(each -> new Parting(step, each, MAKES_ANEW, Side.KEEPS, made))
                  .anyMatch(parting -> parting.explains(finding))
              || isGivenWhatStays(entry, made, finding);
        });
  }

  private boolean isGivenWhatStays(ProgramEntry component, List<String> stays, Finding finding) {
    var resource = finding.about();
    return step.registered(component.title()).contains(resource)
        && !stays.contains(resource)
        && stays.stream().anyMatch(each -> step.isGivenTo(resource, finding.what().field(), each));
  }

  private boolean hadAnotherType(ProgramEntry component) {
    boolean former = false;
    for (JsonNode each : before.state())
      former |=
          each.path("component").asBoolean(false)
              && each.path("resource").asText().endsWith("::" + component.name());
    return former && !before.isKnown(component.title());
  }

  /// What it registers under names that are recorded.
  private List<String> madeAnew(ProgramEntry component) {
    var planned = ExpectedActions.of(step.expected().path("preview"));
    return step.registered(component.title()).stream()
        .filter(before::isKnown)
        .filter(each -> MAKES_ANEW.action().test(planned.getOrDefault(each, "none")))
        .toList();
  }
}
