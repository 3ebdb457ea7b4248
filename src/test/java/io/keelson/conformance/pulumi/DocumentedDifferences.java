package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.conformance.pulumi.PulumiExpectation.Note;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which findings are differences that this product chose, by what the step notes.
final class DocumentedDifferences {
  /// Rules that a note applies to the resources it mentions.
  private static final Map<String, Set<Aspect>> MENTIONED =
      Map.of(
          "R-PUL-3",
              Set.of(
                  Aspect.PLAN,
                  Aspect.RUN,
                  Aspect.ORDER,
                  Aspect.FREE,
                  Aspect.OBJECT,
                  Aspect.SUPERSEDED),
          "R-PUL-16", Set.of(Aspect.PLAN, Aspect.RUN, Aspect.OBJECT),
          "R-PUL-30", Set.of(Aspect.OBJECT),
          "S-56", Set.of(Aspect.ORDER));

  /// Rules by which the product refuses what a note mentions, so that the step takes another
  /// course.
  private static final Set<String> REFUSING = Set.of("R-PD-1", "R-PUL-6", "R-PUL-11", "R-PUL-55");

  private final PulumiExpectation expected;
  private final Relations relations;
  private final SortedSet<String> held;

  /// @param held the addresses that something was found wrong with before anything was done
  DocumentedDifferences(PulumiExpectation expected, Relations relations, SortedSet<String> held) {
    this.expected = expected;
    this.relations = relations;
    this.held = Collections.unmodifiableSortedSet(new TreeSet<>(held));
  }

  /// The rule that a finding follows from; empty if none does.
  Optional<String> explaining(Finding finding) {
    return expected.notes().stream()
        .filter(note -> explains(note, finding))
        .map(Note::rule)
        .findFirst()
        .or(() -> instead(finding))
        .or(() -> closedDependencies(finding))
        .or(() -> previewed(finding))
        .or(() -> untouched(finding))
        .or(() -> refused(finding));
  }

  private boolean explains(Note note, Finding finding) {
    if (finding.aspect() == Aspect.THROWN) return false;
    if (REFUSING.contains(note.rule()))
      return held.stream().anyMatch(note::mentions)
          && (finding.aspect() != Aspect.RESULT || !expected.fails());
    return switch (note.rule()) {
      case "R-PUL-52" -> mayHaveRun(finding);
      case "S-39", "S-40", "S-41" -> isUncertain(finding);
      case "R-PUL-2" ->
          isOfOrder(finding) && note.calls().stream().anyMatch(finding.text()::contains);
      default ->
          MENTIONED.getOrDefault(note.rule(), Set.of()).contains(finding.aspect())
              && !isSaidInstead(finding)
              && finding.about().stream().anyMatch(note::mentions);
    };
  }

  /// What became of an interrupted create a person has to tell; it is an error as long as nobody
  /// does, and the rest goes on.
  private boolean isUncertain(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        ? !expected.fails() && !held.isEmpty()
        : !finding.about().isEmpty() && held.containsAll(finding.about());
  }

  private static boolean isOfOrder(Finding finding) {
    return finding.aspect() == Aspect.ORDER || finding.aspect() == Aspect.FREE;
  }

  /// Where a step says what this product does, nothing else will do.
  private boolean isSaidInstead(Finding finding) {
    return (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.RUN)
        && finding.about().stream().anyMatch(expected.instead()::containsKey);
  }

  /// The recordings stop at the first failure, one step at a time; what does not need what failed,
  /// and is not needed by it, goes on here.
  private boolean mayHaveRun(Finding finding) {
    return !expected.failing().isEmpty()
        && (finding.aspect() == Aspect.RUN || finding.aspect().isOfState())
        && finding.about().stream()
            .allMatch(address ->
                expected.failing().stream()
                    .allMatch(failing -> relations.independent(address, failing)));
  }

  /// What this product does to a resource instead has its own order, and leaves another object.
  private Optional<String> instead(Finding finding) {
    if (!isOfOrder(finding) && !finding.aspect().isOfState()) return Optional.empty();
    return finding.about().stream()
        .filter(expected.instead()::containsKey)
        .findFirst()
        .map(address -> "instead: " + expected.instead().get(address));
  }

  /// A few previews of Pulumi say something else than what is done then.
  private Optional<String> previewed(Finding finding) {
    if (finding.aspect() != Aspect.PLAN) return Optional.empty();
    return finding.about().stream()
            .map(at -> expected.run().getOrDefault(at, PulumiAction.NONE))
            .allMatch(done -> finding.text().endsWith(", was " + done))
        ? Optional.of("preview")
        : Optional.empty();
  }

  /// An update that turns out to be none stores what is declared now there. Here it touches
  /// nothing, as in Terraform.
  private Optional<String> untouched(Finding finding) {
    boolean none =
        finding.aspect() == Aspect.OBJECT
            && finding.text().contains(" dependencies: ")
            && finding.about().stream()
                .allMatch(at ->
                    expected.plan().getOrDefault(at, PulumiAction.NONE).what().equals("update")
                        && expected
                            .run()
                            .getOrDefault(at, PulumiAction.NONE)
                            .what()
                            .equals("none"));
    return none ? Optional.of("R-APPLY-13") : Optional.empty();
  }

  /// Pulumi comes to an end where it meets a protected object; here that is found before anything
  /// is done, and what does not need it goes on.
  private Optional<String> refused(Finding finding) {
    boolean refuses =
        !expected.refusals().isEmpty() || held.stream().anyMatch(expected.failing()::contains);
    boolean independent =
        finding.about().stream()
            .allMatch(at -> held.stream().allMatch(other -> relations.independent(at, other)));
    return refuses && !held.isEmpty() && !finding.about().isEmpty() && independent
        ? Optional.of("R-PD-1")
        : Optional.empty();
  }

  /// Stored dependencies are closed here; Pulumi looks at direct ones, so that what is deleted may
  /// overlap what it needed through something that stays, and other layers come of it.
  private Optional<String> closedDependencies(Finding finding) {
    if (finding.aspect() != Aspect.FREE || !finding.text().contains("delete "))
      return Optional.empty();
    return finding.about().size() == 2
            && (!relations.independent(finding.about().first(), finding.about().last())
                || isOfOtherLayers(finding))
        ? Optional.of("DEV-19")
        : Optional.empty();
  }

  /// Whether two that are deleted after everything else are in two layers here: as it is noted, or
  /// because one needs something through others that Pulumi has in the same layer.
  private boolean isOfOtherLayers(Finding finding) {
    var layers = expected.layers().stream().map(DocumentedDifferences::addresses).toList();
    boolean ordered =
        layers.size() > 1
            && layers.stream().flatMap(Set::stream).toList().containsAll(finding.about())
            && layers.stream().noneMatch(layer -> layer.containsAll(finding.about()));
    return ordered
        || layers.stream()
            .anyMatch(layer ->
                layer.containsAll(finding.about())
                    && finding.about().stream()
                        .anyMatch(at ->
                            layer.stream()
                                .anyMatch(
                                    other -> !at.equals(other) && relations.needs(at, other))));
  }

  private static Set<String> addresses(List<String> calls) {
    return calls.stream().map(call -> call.split(" ", -1)[1]).collect(Collectors.toSet());
  }
}
