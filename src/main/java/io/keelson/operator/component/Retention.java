package io.keelson.operator.component;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which revisions of a definition are kept: those that are used, the newest of each minor version,
/// and some more, so that a mistake can be taken back.
///
/// @rule R-CMP-54
final class Retention {
  /// How many of the newest revisions are kept although they are not used and not the newest of a
  /// minor.
  static final int SPARE = 10;

  private record Minor(long major, long minor) {}

  private Retention() {}

  /// @param published all revisions of one definition
  /// @param used references of the revisions that somebody uses
  /// @return those that may go, the newest first
  static List<Published> superfluous(Collection<Published> published, Set<String> used) {
    var sorted = new ArrayList<>(published);
    sorted.sort(Published.ORDER.reversed());
    var minors = new HashSet<Minor>();
    var rest = new ArrayList<Published>();
    for (Published each : sorted) {
      boolean newest = minors.add(new Minor(each.version().major(), each.version().minor()));
      if (!newest && !used.contains(each.reference())) rest.add(each);
    }
    return rest.size() <= SPARE ? List.of() : List.copyOf(rest.subList(SPARE, rest.size()));
  }
}
