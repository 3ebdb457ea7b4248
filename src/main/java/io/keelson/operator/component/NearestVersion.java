package io.keelson.operator.component;

import io.keelson.version.Version;
import io.keelson.version.VersionConstraint;
import java.util.Collection;
import java.util.Comparator;

/// Finds the published version that somebody may have meant whose constraint allows none.
final class NearestVersion {
  private NearestVersion() {}

  /// The version that is nearest to the oldest one the constraint names. Another major version is
  /// further away than another minor one, and that than another patch; of those equally far away
  /// the newest counts.
  static Version to(VersionConstraint constraint, Collection<PublishedRevision> published) {
    var named = constraint.terms().getFirst().limit().start();
    return published.stream()
        .map(PublishedRevision::version)
        .min(
            Comparator.comparing((Version each) -> Distance.between(named, each))
                .thenComparing(Comparator.reverseOrder()))
        .orElseThrow();
  }

  /// Numbers behind the first that differs say nothing.
  private record Distance(long major, long minor, long patch) implements Comparable<Distance> {
    static Distance between(Version one, Version two) {
      long major = Math.abs(one.major() - two.major());
      long minor = major == 0 ? Math.abs(one.minor() - two.minor()) : 0;
      long patch = major == 0 && minor == 0 ? Math.abs(one.patch() - two.patch()) : 0;
      return new Distance(major, minor, patch);
    }

    @Override
    public int compareTo(Distance other) {
      return Comparator.comparingLong(Distance::major)
          .thenComparingLong(Distance::minor)
          .thenComparingLong(Distance::patch)
          .compare(this, other);
    }
  }
}
