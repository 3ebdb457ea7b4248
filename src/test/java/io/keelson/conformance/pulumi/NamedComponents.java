package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.StackState;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Differences that follow from what a component's name means here: all that is inside. There, it
/// means the component, which is registered before its children have ended.
final class NamedComponents {
  private final PulumiStep step;
  private final StackState before;
  private final Relations relations;

  NamedComponents(PulumiStep step, StackState before, Relations relations) {
    this.step = step;
    this.before = before;
    this.relations = relations;
  }

  boolean explains(Finding finding) {
    if (finding.aspect() == Aspect.THROWN) return false;
    return isTarget(finding)
        || waits(finding)
        || failsAlong(finding)
        || isInACircle(finding)
        || isRecorded(finding);
  }

  /// What is inside of a component that the run names, or needs that.
  private boolean isTarget(Finding finding) {
    var named = new TreeSet<String>();
    for (String options : List.of("targets", "excludes"))
      named.addAll(PulumiStep.strings(step.json().path(options)));
    var inside = inside(named);
    return finding.about().stream()
        .anyMatch(at ->
            inside.stream().anyMatch(each -> at.equals(each) || relations.needs(at, each))
                || comesAfter(at).stream().anyMatch(named::contains)
                || dependsOn(at).stream().anyMatch(named::contains));
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

  /// What waits for a component cannot be needed by something that is inside.
  private boolean isInACircle(Finding finding) {
    var circle = new TreeSet<String>();
    for (PulumiResource resource : step.resources()) {
      var user = resource.address();
      for (String used : dependsOn(user)) if (relations.needs(used, user)) circle.add(user);
    }
    // What is wrong before anything is read leaves the whole step undone.
    return !circle.isEmpty()
        && (finding.text().contains(", was none")
            || finding.aspect().isOfState()
            || finding.about().stream()
                .anyMatch(at ->
                    circle.contains(at)
                        || circle.stream().anyMatch(one -> relations.needs(at, one))));
  }

  /// A record names what was inside of a component that its object was made after, also when that
  /// is not declared any more.
  private boolean isRecorded(Finding finding) {
    var objects = step.json().path("expect").path("objects");
    return finding.aspect() == Aspect.OBJECT
        && finding.text().contains(" dependencies: ")
        && finding.about().stream()
            .flatMap(at -> PulumiStep.strings(objects.path(at).path("dependencies")).stream())
            .anyMatch(each -> !recordedIn(each).isEmpty());
  }

  /// What is inside of the components that a resource, or a component around it, comes after.
  private SortedSet<String> dependsOn(String user) {
    return inside(comesAfter(user));
  }

  /// What a resource, or a component around it, comes after.
  private List<String> comesAfter(String user) {
    return step.resources().stream()
        .filter(each -> each.address().equals(user))
        .flatMap(each -> Stream.concat(Stream.of(each), step.around(each).stream()))
        .flatMap(one -> one.strings("dependsOn").stream())
        .toList();
  }

  private SortedSet<String> inside(Iterable<String> named) {
    var inside = new TreeSet<String>();
    for (String name : named) inside.addAll(recordedIn(name));
    for (String name : named)
      for (PulumiResource component : step.components())
        if (component.address().equals(name))
          step.inside(component).forEach(each -> inside.add(each.address()));
    return inside;
  }

  /// What a component has under names that nothing declares any more.
  private SortedSet<String> recordedIn(String component) {
    var found = new TreeSet<String>();
    var name = component.substring(component.indexOf('.') + 1);
    for (InstanceAddress at : before.instances().keySet())
      if (at.resource().in().names().contains(name)) found.add(PulumiNames.of(at));
    return found;
  }
}
