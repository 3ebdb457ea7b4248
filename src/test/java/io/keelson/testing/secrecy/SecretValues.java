package io.keelson.testing.secrecy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Spellings of the values of Secrets, found in a text in one pass over it, however many there are.
///
/// The last eight characters are kept in one number while the text goes by. A set of bits tells
/// nearly always that no spelling begins with them.
final class SecretValues {
  private static final int MOST = 100_000;
  private static final int BITS = 20;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private record Spelling(String text, Set<SecretValue> values) {}

  private final Map<Long, List<Spelling>> byBeginning = new HashMap<>();
  private final BitSet beginnings = new BitSet(1 << BITS);
  private int size;

  /// @return whether it was not known before
  /// @throws IllegalStateException if there are too many of them
  synchronized boolean remember(SecretValue value, String spelling) {
    long window = 0;
    for (int at = 0; at < SecretValue.SHORTEST; at++) window = shifted(window, spelling, at);
    var beginning = byBeginning.computeIfAbsent(window, _ -> new ArrayList<>(1));
    for (var each : beginning) if (each.text.equals(spelling)) return each.values.add(value);
    if (++size > MOST) throw new IllegalStateException("more values of Secrets than " + MOST);
    beginning.add(new Spelling(spelling, new HashSet<>(Set.of(value))));
    beginnings.set(bit(window));
    return true;
  }

  /// The values that a text gives away.
  synchronized Set<SecretValue> in(String text) {
    long window = 0;
    var found = new HashSet<SecretValue>();
    for (int at = 0; at < text.length(); at++) {
      window = shifted(window, text, at);
      int from = at - SecretValue.SHORTEST + 1;
      if (from < 0 || !beginnings.get(bit(window))) continue;
      for (var each : byBeginning.getOrDefault(window, List.of()))
        if (text.startsWith(each.text, from)) found.addAll(each.values);
    }
    return found;
  }

  private static long shifted(long window, String text, int at) {
    return window << Byte.SIZE | text.charAt(at) & 0xff;
  }

  private static int bit(long window) {
    return (int) (window * SPREAD >>> Long.SIZE - BITS);
  }
}
