package io.keelson.operator.component;

import io.keelson.version.Version;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// An accepted definition of a component, as those who use it may take it.
///
/// @param name of the ComponentRevision
/// @param published when it was accepted
/// @rule R-CMP-52
public record PublishedRevision(String name, Version version, Instant published) {
  /// By version, builds of one version by age. The name only makes the order total.
  static final Comparator<PublishedRevision> NEWEST_LAST =
      Comparator.comparing(PublishedRevision::version, Version.BY_AGE)
          .thenComparing(PublishedRevision::published)
          .thenComparing(PublishedRevision::name);

  /// The revision whose contract a new one of this version has to keep: the newest one that is no
  /// newer and with which it has to be compatible; empty if nothing was promised so far.
  ///
  /// @rule R-CMP-53
  public static Optional<PublishedRevision> promisedTo(
      Version version, Collection<PublishedRevision> published) {
    return published.stream()
        .filter(each -> version.isCompatibleUpdateOf(each.version()))
        .max(NEWEST_LAST);
  }
}
