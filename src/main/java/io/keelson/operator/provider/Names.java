package io.keelson.operator.provider;

import java.util.SortedSet;
import java.util.stream.Collectors;

/// Lists names in a message.
final class Names {
  private static final int MOST = 5;

  private Names() {}

  /// @param all not empty; the first few are named, of the rest their number
  static String of(SortedSet<String> all) {
    var first = all.stream().limit(MOST).collect(Collectors.joining(", "));
    return all.size() > MOST ? first + " and " + (all.size() - MOST) + " more" : first;
  }
}
