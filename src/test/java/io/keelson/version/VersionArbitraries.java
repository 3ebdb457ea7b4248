package io.keelson.version;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// Versions close enough to each other that comparisons go either way.
final class VersionArbitraries {
  private VersionArbitraries() {}

  static Arbitrary<Version> versions() {
    var number = Arbitraries.longs().between(0, 3);
    return Combinators.combine(number, number, number, prereleases(), builds()).as(Version::new);
  }

  static Arbitrary<Version> releases() {
    return versions().map(each -> Version.release(each.major(), each.minor(), each.patch()));
  }

  private static Arbitrary<List<String>> prereleases() {
    return Arbitraries.of("0", "1", "10", "alpha", "beta", "a-b").list().ofMaxSize(2);
  }

  private static Arbitrary<String> builds() {
    return Arbitraries.of("", "", "5", "05.x");
  }

  /// The text of constraints.
  static Arbitrary<String> constraints() {
    var number = Arbitraries.longs().between(0, 3).map(String::valueOf);
    var ranged =
        Combinators.combine(
                Arbitraries.of("> ", ">=", "<", "<= ", "~>"),
                number.list().ofMinSize(1).ofMaxSize(3))
            .as((sign, numbers) -> sign + String.join(".", numbers));
    var exact =
        Combinators.combine(Arbitraries.of("=", "", "!= "), versions())
            .as((sign, version) -> sign + version);
    return Arbitraries.oneOf(ranged, exact)
        .list()
        .ofMaxSize(3)
        .map(each -> String.join(", ", each));
  }
}
