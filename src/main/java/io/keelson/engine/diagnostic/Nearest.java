package io.keelson.engine.diagnostic;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds what a misspelt name was meant to be.
public final class Nearest {
  private static final int MOST_LISTED = 12;

  private Nearest() {}

  /// A sentence with the nearest of the known names, or all of them if none is near and they are
  /// few; empty if there is nothing helpful to say.
  public static String advice(String wrong, Collection<String> known) {
    var nearest = nearest(wrong, known);
    return nearest.map(name -> "Did you mean '" + name + "'?").orElseGet(() -> listed(known));
  }

  /// A sentence with all known names; empty if they are too many to help, or none.
  public static String listed(Collection<String> known) {
    return known.isEmpty() || known.size() > MOST_LISTED
        ? ""
        : "There is: " + String.join(", ", known) + ".";
  }

  /// The known name that a misspelt one is most like; empty if none is like it.
  public static Optional<String> nearest(String wrong, Collection<String> known) {
    int most = (wrong.length() + 1) / 3;
    return known.stream()
        .filter(name -> distance(wrong, name) <= most)
        .min(Comparator.<String>comparingInt(name -> distance(wrong, name)).thenComparing(n -> n));
  }

  /// The number of letters to insert, drop, replace or swap.
  private static int distance(String one, String two) {
    int[][] cost = new int[one.length() + 1][two.length() + 1];
    for (int i = 0; i <= one.length(); i++) cost[i][0] = i;
    for (int j = 0; j <= two.length(); j++) cost[0][j] = j;
    for (int i = 1; i <= one.length(); i++) {
      for (int j = 1; j <= two.length(); j++) {
        int replace = cost[i - 1][j - 1] + (one.charAt(i - 1) == two.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == two.charAt(j - 2)
            && one.charAt(i - 2) == two.charAt(j - 1))
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
    return cost[one.length()][two.length()];
  }
}
