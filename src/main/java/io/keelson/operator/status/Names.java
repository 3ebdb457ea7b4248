package io.keelson.operator.status;

import java.util.Collection;
import java.util.stream.Collectors;

/// Lists names in a message.
public final class Names {
  private static final int MOST = 5;

  private Names() {}

  /// @param all not empty; the first few are named, of the rest their number
  public static String of(Collection<String> all) {
    var first = all.stream().limit(MOST).collect(Collectors.joining(", "));
    return all.size() > MOST ? first + " and " + (all.size() - MOST) + " more" : first;
  }
}
