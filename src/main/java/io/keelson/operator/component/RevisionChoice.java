package io.keelson.operator.component;

import io.keelson.engine.diagnostic.Nearest;
import io.keelson.version.Version;
import io.keelson.version.VersionConstraint;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/// The revision that a use of a component takes, or why there is none.
///
/// Equal revisions and requests give equal choices, in whatever order the revisions come.
///
/// @rule R-CMP-52
public sealed interface RevisionChoice {
  /// @param available what it would take if it asked for nothing, where that is newer
  record Chosen(PublishedRevision revision, Optional<PublishedRevision> available)
      implements RevisionChoice {}

  /// Nothing can be taken.
  sealed interface None extends RevisionChoice {
    /// Sentences that say why, and what to do.
    String message();
  }

  /// The definition has no revision at all.
  record NothingPublished() implements None {
    @Override
    public String message() {
      return "The definition has no revision yet: it was never accepted. Its conditions say why.";
    }
  }

  /// No version is allowed by the constraint.
  ///
  /// @param nearest the published version that it would take least to allow
  record NoSuchVersion(VersionConstraint constraint, Version nearest) implements None {
    /// A constraint that allows the nearest version.
    public VersionConstraint fitting() {
      return VersionConstraint.around(nearest);
    }

    @Override
    public String message() {
      return "No published version fits '"
          + constraint
          + "'. The nearest is "
          + nearest
          + (nearest.isPrerelease()
              ? ", a pre-release, which is only taken where it is named. Write '"
              : ". Write '")
          + fitting()
          + "' to take it, or publish a version that fits.";
    }
  }

  /// The text is no constraint.
  ///
  /// @param reason a clause
  record NoConstraint(String reason) implements None {
    @Override
    public String message() {
      return "The version cannot be read: "
          + reason
          + ". Write a constraint such as '~> 1.4', '>= 1.4, < 2.0' or '1.4.2', or leave it out to"
          + " follow the newest.";
    }
  }

  /// The revision that is asked for by name is not there.
  ///
  /// @param nearest a name that is like it
  record NoSuchRevision(String name, Optional<String> nearest) implements None {
    @Override
    public String message() {
      return "There is no revision '"
          + name
          + "' of the definition. "
          + nearest.map(each -> "Did you mean '" + each + "'? ").orElse("")
          + "Name one that is there, or give a version instead.";
    }
  }

  /// What a use takes of what is published.
  static RevisionChoice of(RevisionRequest request, Collection<PublishedRevision> published) {
    if (published.isEmpty()) return new NothingPublished();
    return switch (request) {
      case RevisionRequest.Newest() -> chosen(newest(published), published);
      case RevisionRequest.Within(var text) -> within(text, published);
      case RevisionRequest.Exactly(var name) -> exactly(name, published);
    };
  }

  private static RevisionChoice within(String text, Collection<PublishedRevision> published) {
    VersionConstraint constraint;
    try {
      constraint = VersionConstraint.parse(text);
    } catch (IllegalArgumentException e) {
      return new NoConstraint(String.valueOf(e.getMessage()));
    }
    if (constraint.equals(VersionConstraint.ANY)) return chosen(newest(published), published);
    return newest(published, each -> constraint.allows(each.version()))
        .map(found -> chosen(found, published))
        .orElseGet(() -> new NoSuchVersion(constraint, NearestVersion.to(constraint, published)));
  }

  private static RevisionChoice exactly(String name, Collection<PublishedRevision> published) {
    var names = published.stream().map(PublishedRevision::name).toList();
    return newest(published, each -> each.name().equals(name))
        .map(found -> chosen(found, published))
        .orElseGet(() -> new NoSuchRevision(name, Nearest.nearest(name, names)));
  }

  private static RevisionChoice chosen(
      PublishedRevision revision, Collection<PublishedRevision> published) {
    var newest = newest(published);
    boolean newer = PublishedRevision.NEWEST_LAST.compare(newest, revision) > 0;
    return new Chosen(revision, newer ? Optional.of(newest) : Optional.empty());
  }

  /// What nothing is said against: a pre-release only if there is nothing else.
  private static PublishedRevision newest(Collection<PublishedRevision> published) {
    return newest(published, each -> !each.version().isPrerelease())
        .or(() -> newest(published, _ -> true))
        .orElseThrow();
  }

  private static Optional<PublishedRevision> newest(
      Collection<PublishedRevision> published, Predicate<PublishedRevision> allowed) {
    return published.stream().filter(allowed).max(PublishedRevision.NEWEST_LAST);
  }
}
