package io.keelson.operator.component;

import io.keelson.engine.diagnostic.Nearest;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.version.Version;
import io.keelson.version.VersionConstraint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Which of the published revisions a use takes: the newest that it allows.
///
/// @rule R-CMP-52
final class RevisionChoice {
  private final List<Published> published;

  /// @param published all revisions of the definition
  RevisionChoice(Collection<Published> published) {
    var sorted = new ArrayList<>(published);
    sorted.sort(Published.ORDER);
    this.published = Collections.unmodifiableList(sorted);
  }

  /// What was chosen, or why nothing was.
  sealed interface Chosen {
    /// @param available a newer version that was not chosen
    record Revision(Published revision, Optional<String> available) implements Chosen {}

    record None(String why) implements Chosen {}
  }

  Chosen choose(ComponentUse.DefinitionRef wanted) {
    if (wanted.revision != null) return pinned(wanted.revision);
    if (wanted.version == null) return newest();
    try {
      return allowed(VersionConstraint.parse(wanted.version));
    } catch (IllegalArgumentException e) {
      return new Chosen.None(
          "definition.version cannot be read: "
              + e.getMessage()
              + ". Write a constraint such as '~> 1.4', '>= 1.2, < 2.0' or '1.4.0'.");
    }
  }

  private Chosen pinned(String name) {
    for (Published each : published) if (each.name().equals(name)) return found(each);
    var names = new TreeSet<String>();
    published.forEach(each -> names.add(each.name()));
    var nearest = Nearest.advice(name, names);
    return new Chosen.None(
        "There is no ComponentRevision '%s' of it. %s"
            .formatted(
                name, nearest.isEmpty() ? "The newest is '" + names.last() + "'." : nearest));
  }

  /// The newest revision; a pre-release only where there is nothing else.
  private Chosen newest() {
    var taken = taken();
    var released = taken.stream().filter(each -> !each.version().isPrerelease()).toList();
    var from = released.isEmpty() ? taken : released;
    return from.isEmpty()
        ? new Chosen.None(
            "Everything that is published of it was published while it was paused. Wait until its"
                + " author lifts that (spec.paused), or pin a revision (definition.revision).")
        : found(from.getLast());
  }

  private Chosen allowed(VersionConstraint constraint) {
    var fitting = taken().stream().filter(each -> constraint.allows(each.version())).toList();
    if (!fitting.isEmpty()) return found(fitting.getLast());
    var nearest = nearest(constraint);
    return new Chosen.None(
        "No published version fits '%s'; the nearest is %s. Ask for '~> %d.%d', or for exactly '%s', or wait until a version that fits is published."
            .formatted(constraint, nearest, nearest.major(), nearest.minor(), nearest));
  }

  private List<Published> taken() {
    return published.stream().filter(each -> !each.paused()).toList();
  }

  /// The version that is closest to the numbers that the constraint names.
  private Version nearest(VersionConstraint constraint) {
    var wanted =
        constraint.terms().isEmpty()
            ? List.of(0L)
            : constraint.terms().getFirst().limit().numbers();
    return published.stream()
        .map(Published::version)
        .min(
            Comparator.<Version>comparingLong(each -> Math.abs(each.major() - at(wanted, 0)))
                .thenComparingLong(each -> Math.abs(each.minor() - at(wanted, 1)))
                .thenComparingLong(each -> Math.abs(each.patch() - at(wanted, 2)))
                .thenComparing(Comparator.<Version>naturalOrder().reversed()))
        .orElseThrow();
  }

  private static long at(List<Long> numbers, int index) {
    return index < numbers.size() ? numbers.get(index) : 0;
  }

  private Chosen found(Published chosen) {
    var newer =
        taken().stream()
            .map(Published::version)
            .filter(each -> !each.isPrerelease() && each.compareTo(chosen.version()) > 0)
            .max(Comparator.naturalOrder())
            .map(Version::toString);
    return new Chosen.Revision(chosen, newer);
  }
}
