package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.state.StackState;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Differences that this product chose, and that show when something in a step fails.
final class FailureDifferences {
  private final PulumiStep step;
  private final PulumiExpectation expected;
  private final StackState before;
  private final Relations relations;
  private final SortedMap<String, PulumiResource> program;

  FailureDifferences(PulumiStep step, StackState before, Relations relations) {
    this.step = step;
    this.expected = step.expected();
    this.before = before;
    this.relations = relations;
    this.program = step.declared();
  }

  /// The row of the page that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    if (!expected.fails()) return Optional.empty();
    if (finding.about().stream().anyMatch(at -> isLeftAlone(finding, at)))
      return Optional.of("R-PD-8");
    if (finding.about().stream().anyMatch(at -> isRenamed(finding, at)))
      return Optional.of("R-MOV-1");
    if (finding.about().stream().anyMatch(at -> isGoneBefore(finding, at)))
      return Optional.of("R-GRAPH-15");
    if (finding.about().stream().anyMatch(at -> isUsedByWhatStays(finding, at)))
      return Optional.of("R-PUL-2");
    if (isNamedAnew(finding)) return Optional.of("R-PUL-52");
    return finding.about().stream().anyMatch(at -> isStillUsed(finding, at))
        ? Optional.of("R-PUL-51")
        : Optional.empty();
  }

  /// There, the record of a replaced object that is left alone goes when the object would: at the
  /// end, or first if that is asked for. Where something fails it is not gone yet, or gone already.
  private boolean isLeftAlone(Finding finding, String address) {
    var resource = program.get(address);
    return (finding.aspect() == Aspect.RUN || finding.aspect().isOfState())
        && resource != null
        && resource.isSet("retainOnDelete")
        && PulumiNames.instance(address, before).current().isPresent()
        && (done(address).what().startsWith("replace-")
            || done(address).old().equals(PulumiAction.FORGOTTEN)
            || expected.isSkipped(address));
  }

  private PulumiAction done(String address) {
    return expected.run().getOrDefault(address, PulumiAction.NONE);
  }

  /// What a step does not come to, or what fails, keeps its old name there. Here the new name is
  /// recorded before anything is done.
  private boolean isRenamed(Finding finding, String address) {
    return finding.aspect() == Aspect.OBJECT
        && program.values().stream()
            .filter(each -> each.address().equals(address) || each.aliases().contains(address))
            .anyMatch(this::keepsItsOldName);
  }

  private boolean keepsItsOldName(PulumiResource resource) {
    var objects = expected.objects();
    return !objects.containsKey(resource.address())
        && resource.aliases().stream().anyMatch(objects::containsKey);
  }

  /// What is destroyed first is gone before what it used is changed, and is not made again if that
  /// fails.
  private boolean isGoneBefore(Finding finding, String address) {
    return (finding.aspect() == Aspect.RUN || finding.aspect().isOfState())
        && (planned(address).startsWith("replace-") || planned(address).equals("delete"))
        && expected.failing().stream()
            .filter(each -> relations.needs(address, each))
            .anyMatch(each ->
                planned(address).equals(PulumiAction.REPLACE_DESTROY_FIRST)
                    || planned(each).equals(PulumiAction.REPLACE_DESTROY_FIRST));
  }

  private String planned(String address) {
    return expected.plan().getOrDefault(address, PulumiAction.NONE).what();
  }

  /// What goes along here, and cannot be destroyed, keeps what it uses, and who uses that.
  private boolean isUsedByWhatStays(Finding finding, String address) {
    return (finding.aspect() == Aspect.RUN || finding.aspect().isOfState())
        && step.failures().all().stream()
            .filter(each -> each.call().equals("delete"))
            .map(PulumiFailures.Failure::resource)
            .filter(expected.instead()::containsKey)
            .anyMatch(failing -> needBothTheSame(failing, address));
  }

  private boolean needBothTheSame(String failing, String address) {
    return expected.run().entrySet().stream()
        .filter(each -> each.getValue().what().startsWith("replace-"))
        .map(Map.Entry::getKey)
        .filter(used -> relations.needs(failing, used))
        .anyMatch(used -> used.equals(address) || relations.needs(address, used));
  }

  /// The step does not come to it there, or fails there; here the dependencies and options that it
  /// is declared with are stored with the plan.
  private boolean isNamedAnew(Finding finding) {
    return finding.aspect() == Aspect.OBJECT
        && (finding.text().contains(" dependencies: ") || finding.text().contains(" protect: "))
        && finding.about().stream()
            .noneMatch(at ->
                expected.run().containsKey(at)
                    && !expected.isSkipped(at)
                    && !expected.failing().contains(at));
  }

  /// After a failure there, what goes is deleted all the same. Here it stays while it may be in
  /// use: what was made in part needs its old object, and who was not changed what it used.
  private boolean isStillUsed(Finding finding, String address) {
    return step.json().path("continueOnError").asBoolean(false)
        && saysThatItStays(finding)
        && (mayBeInUse(address)
            || before.instances().keySet().stream()
                .map(PulumiNames::of)
                .anyMatch(user -> relations.needs(user, address) && mayBeInUse(user)));
  }

  private boolean mayBeInUse(String address) {
    return undone().stream()
        .anyMatch(each -> each.equals(address) || !relations.independent(each, address));
  }

  private static boolean saysThatItStays(Finding finding) {
    return switch (finding.aspect()) {
      case SUPERSEDED -> finding.text().endsWith(": is left");
      case RUN -> finding.text().matches(".*expected (delete|goes-with), was none");
      case OBJECT -> finding.text().endsWith("expected none, was an object");
      case RESULT, PLAN, ORDER, FREE, THROWN -> false;
    };
  }

  /// What failed, or was skipped for that.
  private SortedSet<String> undone() {
    var undone = new TreeSet<>(expected.failing());
    expected.run().keySet().stream().filter(expected::isSkipped).forEach(undone::add);
    return undone;
  }
}
