package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.conformance.pulumi.PulumiExpectation.Note;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Differences of steps that Pulumi refuses for something, and this product does not.
final class RefusedThere {
  private final PulumiStep step;
  private final StackState before;
  private final Relations relations;
  private final List<Diagnostic> errors;
  private final SortedMap<String, PulumiResource> program;

  RefusedThere(
      PulumiStep step, StackState before, Relations relations, Collection<Diagnostic> problems) {
    this.step = step;
    this.before = before;
    this.relations = relations;
    this.errors = problems.stream().filter(Diagnostic::isError).toList();
    this.program = step.declared();
  }

  /// The row of the page that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    if (finding.aspect() == Aspect.THROWN || !step.expected().fails()) return Optional.empty();
    if (isRefusedForTheEdge(finding)) return Optional.of("R-PUL-3");
    if (isRefusedAsItWas()) return Optional.of("S-56");
    if (isForgottenThoughProtected(finding)) return Optional.of("R-PD-4");
    if (isRefusedForAName(finding)) return Optional.of("R-CMP-40");
    return isRefusedForAnOrphan(finding) ? Optional.of("R-PUL-55") : Optional.empty();
  }

  /// Pulumi refuses a replacement that only an edge asks for.
  private boolean isRefusedForTheEdge(Finding finding) {
    return refusesOnlyThere()
        && program.keySet().stream()
            .filter(this::isRecordedAsProtected)
            .anyMatch(at ->
                finding.aspect() == Aspect.RESULT
                    || step.expected().refusals().stream()
                        .anyMatch(note -> touchesNoted(note, at)));
  }

  private boolean touchesNoted(Note note, String address) {
    return program.keySet().stream()
        .anyMatch(each -> note.mentions(each) && relations.needs(address, each));
  }

  /// Pulumi refuses by the option that is stored.
  private boolean isRefusedAsItWas() {
    return refusesOnlyThere()
        && program.values().stream()
            .anyMatch(each -> isRecordedAsProtected(each.address()) && !each.isSet("protect"));
  }

  private boolean refusesOnlyThere() {
    return !step.expected().refusals().isEmpty()
        && errors.stream().noneMatch(RefusedDeclarations::isProtection);
  }

  private boolean isRecordedAsProtected(String address) {
    return recorded(address).filter(object -> object.flags().preventDestroy()).isPresent();
  }

  private Optional<ObjectState> recorded(String address) {
    return PulumiNames.instance(address, before).current();
  }

  /// What is forgotten is not destroyed, so that its protection stops nothing.
  private boolean isForgottenThoughProtected(Finding finding) {
    if (finding.about().stream()
        .anyMatch(at -> step.expected().failing().contains(at) && isRecordedAsLeftAlone(at)))
      return true;
    return errors.stream().noneMatch(RefusedDeclarations::isProtection)
        && (!step.expected().refusals().isEmpty()
                && program.values().stream()
                    .anyMatch(each -> each.isSet("protect") && each.isSet("retainOnDelete"))
            || step.expected().failing().stream().anyMatch(this::isRecordedAsLeftAlone));
  }

  private boolean isRecordedAsLeftAlone(String address) {
    return recorded(address)
        .map(ObjectState::flags)
        .filter(flags -> flags.preventDestroy() && flags.skipDestroy())
        .isPresent();
  }

  /// A name that passes from one object to another ends the run there, before the rest is done.
  private boolean isRefusedForAName(Finding finding) {
    boolean passesOn =
        step.resources().stream()
            .flatMap(each -> each.aliases().stream())
            .map(program::get)
            .anyMatch(next -> next != null && !next.aliases().isEmpty());
    return errors.isEmpty()
        && step.expected().failing().isEmpty()
        && passesOn
        && (finding.aspect() == Aspect.RESULT
            || finding.aspect().isOfState()
            || finding.text().contains("expected none, was "));
  }

  /// What is declared no more and depends on a target is none itself: it stays, and stands against
  /// nothing.
  private boolean isRefusedForAnOrphan(Finding finding) {
    var targets = PulumiStep.strings(step.json().path("targets"));
    var orphans =
        before.instances().keySet().stream()
            .map(PulumiNames::of)
            .filter(at -> !program.containsKey(at) && !targets.contains(at))
            .filter(at -> targets.stream().anyMatch(target -> relations.needs(at, target)))
            .collect(Collectors.toCollection(ArrayList::new));
    for (InstanceAddress at : before.instances().keySet())
      if (!program.containsKey(PulumiNames.of(at)) && DeclaredDifferences.isInside(at, targets))
        orphans.add(PulumiNames.of(at));
    return errors.isEmpty()
        && !orphans.isEmpty()
        && (finding.aspect() == Aspect.RESULT
            || finding.aspect() == Aspect.SUPERSEDED
            || finding.about().stream().allMatch(orphans::contains));
  }
}
