package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.conformance.pulumi.PulumiExpectation.Note;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which findings are differences that this product chose, by what the step notes.
final class DocumentedDifferences {
  /// Rules that a note applies to what it mentions.
  private static final Map<String, Set<Aspect>> MENTIONED =
      Map.of(
          "R-PUL-2", Set.of(Aspect.PLAN, Aspect.RUN, Aspect.ORDER, Aspect.FREE),
          "R-PUL-3",
              Set.of(
                  Aspect.PLAN,
                  Aspect.RUN,
                  Aspect.ORDER,
                  Aspect.FREE,
                  Aspect.OBJECT,
                  Aspect.SUPERSEDED),
          "R-PUL-10",
              Set.of(Aspect.PLAN, Aspect.RUN, Aspect.ORDER, Aspect.OBJECT, Aspect.SUPERSEDED),
          "R-PUL-16", Set.of(Aspect.PLAN, Aspect.RUN, Aspect.OBJECT),
          "R-PUL-30", Set.of(Aspect.RUN, Aspect.OBJECT),
          "S-56", Set.of(Aspect.RUN, Aspect.ORDER));

  /// Rules by which the product refuses something, so that the step takes another course.
  private static final Set<String> REFUSING = Set.of("R-PD-1", "R-PUL-6", "R-PUL-11", "R-PUL-55");

  private final PulumiExpectation expected;
  private final Relations relations;
  private final boolean refused;

  /// @param refused whether something was found wrong before anything was done
  DocumentedDifferences(PulumiExpectation expected, Relations relations, boolean refused) {
    this.expected = expected;
    this.relations = relations;
    this.refused = refused;
  }

  /// The rule that a finding follows from; empty if none does.
  Optional<String> explaining(Finding finding) {
    return expected.notes().stream()
        .filter(note -> explains(note, finding))
        .map(Note::rule)
        .findFirst()
        .or(() -> instead(finding));
  }

  private boolean explains(Note note, Finding finding) {
    if (finding.aspect() == Aspect.THROWN) return false;
    if (REFUSING.contains(note.rule()))
      return refused && (finding.aspect() != Aspect.RESULT || !note.rule().equals("R-PD-1"));
    if (note.rule().equals("R-PUL-52")) return mayHaveRun(finding);
    return MENTIONED.getOrDefault(note.rule(), Set.of()).contains(finding.aspect())
        && finding.about().stream().anyMatch(note::mentions);
  }

  /// The recordings stop at the first failure, one step at a time; what does not need what failed,
  /// and is not needed by it, goes on here.
  private boolean mayHaveRun(Finding finding) {
    return (finding.aspect() == Aspect.RUN || finding.aspect().isOfState())
        && finding.about().stream()
            .allMatch(address ->
                expected.failing().stream()
                    .allMatch(failing -> relations.independent(address, failing)));
  }

  /// What this product does to a resource instead has its own order, and leaves another object.
  private Optional<String> instead(Finding finding) {
    boolean follows =
        switch (finding.aspect()) {
          case ORDER, FREE, OBJECT, SUPERSEDED -> true;
          case RESULT, PLAN, RUN, THROWN -> false;
        };
    return follows
        ? finding.about().stream()
            .filter(expected.instead()::containsKey)
            .findFirst()
            .map(address -> "instead: " + expected.instead().get(address))
        : Optional.empty();
  }
}
