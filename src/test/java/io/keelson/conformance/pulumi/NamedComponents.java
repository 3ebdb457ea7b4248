package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Differences that follow from what a component's name means here: all that is inside. There, it
/// means the component, which is registered before its children have ended.
final class NamedComponents {
  private final PulumiStep step;
  private final Relations relations;

  NamedComponents(PulumiStep step, Relations relations) {
    this.step = step;
    this.relations = relations;
  }

  boolean explains(Finding finding) {
    if (finding.aspect() == Aspect.THROWN) return false;
    return isTarget(finding) || waits(finding) || failsAlong(finding);
  }

  /// What is inside of a component that the run names, or needs that.
  private boolean isTarget(Finding finding) {
    var named = new TreeSet<String>();
    for (String options : List.of("targets", "excludes"))
      named.addAll(PulumiStep.strings(step.json().path(options)));
    var inside = inside(named);
    return finding.about().stream()
        .anyMatch(
            at -> inside.stream().anyMatch(each -> at.equals(each) || relations.needs(at, each)));
  }

  /// Of two, one names a component that the other is inside of.
  private boolean waits(Finding finding) {
    return finding.aspect() == Aspect.FREE
        && finding.about().stream()
            .anyMatch(user -> finding.about().stream().anyMatch(dependsOn(user)::contains));
  }

  /// What failed is inside of a component that is named.
  private boolean failsAlong(Finding finding) {
    var failing = step.expected().failing();
    return finding.about().stream()
        .anyMatch(user -> dependsOn(user).stream().anyMatch(failing::contains));
  }

  /// What is inside of the components that a resource, or a component around it, comes after.
  private SortedSet<String> dependsOn(String user) {
    return step.resources().stream()
        .filter(each -> each.address().equals(user))
        .findFirst()
        .map(each ->
            inside(
                Stream.concat(Stream.of(each), step.around(each).stream())
                    .flatMap(one -> one.strings("dependsOn").stream())
                    .toList()))
        .orElseGet(TreeSet::new);
  }

  private SortedSet<String> inside(Iterable<String> named) {
    var inside = new TreeSet<String>();
    for (String name : named)
      for (PulumiResource component : step.components())
        if (component.address().equals(name))
          step.inside(component).forEach(each -> inside.add(each.address()));
    return inside;
  }
}
