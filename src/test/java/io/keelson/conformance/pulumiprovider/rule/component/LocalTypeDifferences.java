package io.keelson.conformance.pulumiprovider.rule.component;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import java.util.List;
import java.util.Set;

/// Which findings come of components in local ones that have another type, and the name of a former
/// one.
public record LocalTypeDifferences(ProviderStep step, Before before, Errors errors) {
  /// There, the new object has the name of the old one, which has another place.
  private static final Side MAKES_ANEW =
      Side.of("create, delete", Set.of("Check", "Create", "Delete"));

  /// The same, where the old object may not go.
  private static final Side HAS_BOTH =
      new Side(
          Set.of("create failed, delete failed", "create, delete failed")::contains,
          Set.of("Check", "Create"),
          false);

  private static final String PROTECTED = "\" cannot be deleted\nbecause it is protected.";

  /// The types of local components are a part of names there, so that all in them is made anew, and
  /// the old objects go, or may not. Here, they are no part of addresses.
  public boolean isOfAnotherType(Finding finding) {
    var inside =
        step.program().stream()
            .filter(each -> each.isComponent() && hasAnotherParent(each.title()))
            .flatMap(each -> step.registered(each.title()).stream())
            .filter(before::isKnown)
            .toList();
    if (finding.aspect() == Aspect.RESULT) return isOfProtected(inside, finding);
    return inside.stream()
        .anyMatch(each ->
            isAnew(each)
                    && new Parting(step, each, side(each), Side.KEEPS, inside).explains(finding)
                || each.equals(finding.about()) && isProtected(each) && isOldAlone(finding));
  }

  private boolean hasAnotherParent(String component) {
    var former = Before.record(before.state(), component).path("parent").asText();
    var now = Before.record(step.expected().path("state"), component).path("parent").asText();
    return !former.equals(now)
        && !now.isEmpty()
        && name(former).equals(name(now))
        && step.program().stream().noneMatch(each -> each.title().equals(now));
  }

  private static String name(String title) {
    return title.substring(title.lastIndexOf(':') + 1);
  }

  private boolean isAnew(String resource) {
    var planned = ExpectedActions.of(step.expected().path("preview"));
    return side(resource).action().test(planned.getOrDefault(resource, "none"));
  }

  private Side side(String resource) {
    return isProtected(resource) ? HAS_BOTH : MAKES_ANEW;
  }

  /// Whether its old object may not go.
  private boolean isProtected(String resource) {
    return problems().stream().anyMatch(each -> each.contains(resource + PROTECTED));
  }

  /// Whether nothing fails there but that old objects may not go.
  private boolean isOfProtected(List<String> inside, Finding finding) {
    return finding.expected().asText().equals("failed")
        && errors.all().isEmpty()
        && !problems().isEmpty()
        && problems().stream()
            .allMatch(
                problem -> inside.stream().anyMatch(each -> problem.contains(each + PROTECTED)));
  }

  private List<String> problems() {
    return step.expected()
        .path("diagnostics")
        .valueStream()
        .filter(each -> each.path("severity").asText().equals("error"))
        .map(each -> each.path("message").asText())
        .filter(each -> !each.equals("update failed"))
        .toList();
  }

  /// Whether the old object is recorded there beside the new one, and here it alone.
  private boolean isOldAlone(Finding finding) {
    if (finding.aspect() != Aspect.STATE || !finding.what().at().isEmpty()) return false;
    var there = Unchanged.listed(finding.expected().asText());
    var here = Unchanged.listed(finding.actual().asText());
    var id = Before.record(before.state(), finding.about()).path("id");
    return there.size() == 2 && here.size() == 1 && here.path(0).path("id").equals(id);
  }
}
