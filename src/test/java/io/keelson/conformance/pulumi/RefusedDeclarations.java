package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StackState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Differences that follow from what this product refuses to do as it is declared: what the errors
/// are about, and what needs that, stays as it is.
final class RefusedDeclarations {
  private static final Set<String> ABOUT_NAMES =
      Set.of(
          "Several objects answer to former addresses",
          "Object moves to two addresses",
          "Two objects move to one address",
          "Moved object is still declared",
          "Former address is still declared",
          "Object belongs to another name",
          "Object is at another name");

  private final PulumiStep step;
  private final StackState before;
  private final Relations relations;
  private final List<Diagnostic> errors;

  RefusedDeclarations(
      PulumiStep step, StackState before, Relations relations, Collection<Diagnostic> problems) {
    this.step = step;
    this.before = before;
    this.relations = relations;
    this.errors = problems.stream().filter(Diagnostic::isError).toList();
  }

  /// The row of the page that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    if (finding.aspect() == Aspect.THROWN) return Optional.empty();
    if (isHeld(finding, this::isOfAPath)) return Optional.of("R-PUL-11");
    if (isHeld(finding, each -> each.summary().equals("The id cannot be hidden")))
      return Optional.of("R-PUL-42");
    if (isHeld(finding, each -> each.summary().startsWith("Import would ")))
      return Optional.of("R-IMP-7");
    if (isHeld(finding, each -> each.summary().equals("Contrary orders of replacement")))
      return Optional.of("R-PUL-6");
    if (touches(finding, closed(about(RefusedDeclarations::isProtectedMember))))
      return Optional.of("R-PUL-31");
    if (isHeldByProtection(finding)) return Optional.of("R-PD-1");
    if (isHeld(finding, RefusedDeclarations::isOfTheScope)) return Optional.of("R-PUL-55");
    if (isNothingPlannedForWhatIsInside(finding)) return Optional.of("R-CMP-11");
    if (touches(finding, closed(newlyProtected()))) return Optional.of("S-56");
    if (touches(finding, closed(replacedInstead()))) return Optional.of("R-PUL-3");
    if (isMoveBesideTargets(finding)) return Optional.of("R-MOV-15");
    if (isElsewhere(finding)) return Optional.of("R-MOV-1");
    return isClaimed(finding) || isOfTwoObjects(finding) || isClaimedBesideTargets(finding)
        ? Optional.of("R-CMP-40")
        : Optional.empty();
  }

  private static boolean isOfTheScope(Diagnostic error) {
    return error.summary().equals("Left out of the plan's scope");
  }

  /// Who needs what goes in a component would have to go along when the component is a target, and
  /// then nothing is planned for the other targets either.
  private boolean isNothingPlannedForWhatIsInside(Finding finding) {
    var targets = PulumiStep.strings(step.json().path("targets"));
    return finding.text().endsWith(", was none")
        && step.components().stream().anyMatch(each -> targets.contains(each.address()))
        && errors.stream()
            .filter(RefusedDeclarations::isOfTheScope)
            .anyMatch(error -> error.detail().startsWith("component."));
  }

  private boolean isOfAPath(Diagnostic error) {
    var path = error.path().toString();
    return path.startsWith("lifecycle.replaceOnChanges")
        || path.startsWith("lifecycle.ignoreChanges");
  }

  private boolean isHeld(Finding finding, Predicate<Diagnostic> refusal) {
    return touches(finding, about(refusal));
  }

  private SortedSet<String> about(Predicate<Diagnostic> refusal) {
    var about = new TreeSet<String>();
    for (Diagnostic error : errors)
      if (refusal.test(error))
        error.subject().about().ifPresent(resource -> about.add(PulumiNames.of(resource)));
    for (PulumiResource resource : step.resources())
      if (about.contains(resource.address()))
        resource.aliases().stream().filter(this::isRecorded).forEach(about::add);
    return about;
  }

  /// Whether a finding is about one of these resources, what needs it or what it needs; or about
  /// the whole step.
  private boolean touches(Finding finding, Collection<String> held) {
    if (held.isEmpty()) return false;
    return finding.about().isEmpty()
        || finding.about().stream()
            .anyMatch(at ->
                held.stream()
                    .anyMatch(each ->
                        at.equals(each) || relations.needs(at, each) || relations.needs(each, at)));
  }

  /// Both worlds refuse to destroy a protected object. Pulumi comes to that in the end; here what
  /// it still uses stays as it is, and so does what needs that.
  private boolean isHeldByProtection(Finding finding) {
    var held = about(RefusedDeclarations::isProtection);
    boolean refusedThere =
        step.expected().fails()
            && (!step.expected().refusals().isEmpty()
                || held.stream().anyMatch(this::isRefusedOrNotReached));
    return refusedThere && !finding.about().isEmpty() && touches(finding, closed(held));
  }

  /// Whether Pulumi refuses it, too, or ends before it comes to that.
  private boolean isRefusedOrNotReached(String address) {
    var done = step.expected().run().getOrDefault(address, PulumiAction.NONE);
    return step.expected().failing().contains(address) || done.equals(PulumiAction.NONE);
  }

  static boolean isProtection(Diagnostic error) {
    return error.summary().equals("Destruction is prevented");
  }

  /// Whether an object may not go that goes with one that is replaced.
  private static boolean isProtectedMember(Diagnostic error) {
    return isProtection(error) && error.detail().contains("what it goes with (deletedWith)");
  }

  /// Pulumi replaces what is declared to be protected from now on: the recorded option counts.
  private SortedSet<String> newlyProtected() {
    var refused = about(RefusedDeclarations::isProtection);
    refused.removeAll(step.expected().failing());
    boolean wasProtected =
        refused.stream()
            .flatMap(name -> PulumiNames.instance(name, before).current().stream())
            .anyMatch(object -> object.flags().preventDestroy());
    return wasProtected ? new TreeSet<>() : refused;
  }

  /// What only this product replaces, as it is planned, is protected.
  private SortedSet<String> replacedInstead() {
    var refused = about(RefusedDeclarations::isProtection);
    refused.retainAll(step.expected().instead().keySet());
    return refused;
  }

  /// Also what the refused objects still use and something was to be done to.
  private SortedSet<String> closed(SortedSet<String> refused) {
    var held = new TreeSet<>(refused);
    var run = step.expected().run();
    for (String each : refused)
      for (String used : run.keySet())
        if (relations.needs(each, used) && !run.get(used).equals(PulumiAction.NONE)) held.add(used);
    return held;
  }

  /// A move is made of what a limited run is about, and of nothing else.
  private boolean isMoveBesideTargets(Finding finding) {
    var held = about(each -> each.summary().equals("Move is left out"));
    if (held.isEmpty()) return false;
    for (PulumiResource resource : step.resources())
      if (held.contains(resource.address()))
        resource.aliases().stream().filter(this::isRecorded).forEach(held::add);
    return touches(finding, held)
        || step.resources().stream()
            .filter(each -> finding.about().contains(each.address()))
            .anyMatch(each -> !each.aliases().isEmpty());
  }

  /// An object stands elsewhere than its resource is declared: an earlier run left a move out whose
  /// statement is gone by now, or a component has got another name, which is none of its parts
  /// there.
  private boolean isElsewhere(Finding finding) {
    return step.resources().stream()
        .filter(this::isElsewhere)
        .anyMatch(each ->
            finding.about().stream()
                .anyMatch(at ->
                    at.equals(each.address())
                        || each.aliases().contains(at)
                        || relations.needs(at, each.address())));
  }

  private boolean isElsewhere(PulumiResource resource) {
    var around = step.around(resource).reversed();
    for (JsonNode alias : resource.option("aliases")) if (alias.isObject()) return false;
    return Stream.concat(Stream.of(resource.address()), resource.aliases().stream())
        .filter(this::isRecorded)
        .map(name -> PulumiNames.recorded(name, before).resource().in().names())
        .anyMatch(names -> !isPlace(around, names));
  }

  private static boolean isPlace(List<PulumiResource> components, List<String> names) {
    if (components.size() != names.size()) return false;
    for (int i = 0; i < names.size(); i++) {
      var component = components.get(i);
      var name = names.get(i);
      if (!component.address().endsWith("." + name)
          && component.aliases().stream().noneMatch(former -> former.endsWith("." + name)))
        return false;
    }
    return true;
  }

  /// Objects that several names lay claim to stay under the one that they have.
  private boolean isClaimed(Finding finding) {
    var claimed = about(each -> ABOUT_NAMES.contains(each.summary()));
    if (claimed.isEmpty()) return false;
    for (PulumiResource resource : step.resources())
      if (resource.aliases().stream().anyMatch(claimed::contains)) claimed.add(resource.address());
      else if (claimed.contains(resource.address()))
        resource.aliases().stream().filter(this::isRecorded).forEach(claimed::add);
    return touches(finding, claimed) || goesOnBeside(finding, claimed);
  }

  /// Pulumi's run ends when it comes to a name that several claim; here the rest goes on.
  private boolean goesOnBeside(Finding finding, SortedSet<String> claimed) {
    return step.expected().fails()
        && !finding.about().isEmpty()
        && finding.about().stream()
            .allMatch(at -> claimed.stream().allMatch(each -> relations.independent(at, each)));
  }

  /// Where a name and a former name both have objects, the one with the former name stays.
  private boolean isOfTwoObjects(Finding finding) {
    return step.resources().stream()
        .filter(each -> isRecorded(each.address()))
        .flatMap(each -> each.aliases().stream())
        .anyMatch(former ->
            finding.about().contains(former) && isRecorded(former) && !isDeclared(former));
  }

  /// A run that is about neither of two names says nothing of them.
  private boolean isClaimedBesideTargets(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        && step.expected().fails()
        && errors.isEmpty()
        && (step.json().has("targets") || step.json().has("excludes"))
        && step.resources().stream()
            .anyMatch(each -> each.aliases().stream().anyMatch(former -> isInUse(former, each)));
  }

  /// Whether a former name of a resource is declared, or both names have objects.
  private boolean isInUse(String former, PulumiResource now) {
    return isDeclared(former) || (isRecorded(former) && isRecorded(now.address()));
  }

  private boolean isDeclared(String name) {
    return step.resources().stream().anyMatch(each -> each.address().equals(name));
  }

  private boolean isRecorded(String name) {
    return PulumiNames.instance(name, before).current().isPresent();
  }
}
