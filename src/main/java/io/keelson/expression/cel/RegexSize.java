package io.keelson.expression.cel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/// About how many steps the program of a regular expression has. The library finds out only by
/// making it, and repetitions inside repetitions multiply until there is no memory left.
final class RegexSize {
  private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");
  private static final long ENOUGH = Integer.MAX_VALUE;

  private final String regex;
  private final Deque<Long> outer = new ArrayDeque<>();
  private int at;
  private long sum;
  private long atom;

  private RegexSize(String regex) {
    this.regex = regex;
  }

  /// An estimate, which may be too large by a small factor; for what is no regular expression too.
  static long of(String regex) {
    return new RegexSize(regex).size();
  }

  private long size() {
    while (at < regex.length()) {
      char c = regex.charAt(at++);
      switch (c) {
        case '\\' -> escape();
        case '[' -> {
          next(1);
          skipClass();
        }
        case '(' -> {
          next(0);
          outer.push(sum);
          sum = 0;
        }
        case ')' -> close();
        case '{' -> repeat();
        case '*', '+', '?' -> atom++;
        default -> next(1);
      }
    }
    while (!outer.isEmpty()) close();
    return Math.min(ENOUGH, sum + atom);
  }

  private void next(long size) {
    sum = Math.min(ENOUGH, sum + atom);
    atom = size;
  }

  private void close() {
    next(0);
    atom = sum + 2;
    sum = outer.isEmpty() ? 0 : outer.pop();
  }

  private void repeat() {
    var repetition = REPETITION.matcher(regex).region(at - 1, regex.length());
    if (!repetition.lookingAt()) {
      next(1);
      return;
    }
    at = repetition.end();
    long least = Long.parseLong(repetition.group(1));
    var most = repetition.group(2);
    long times = most == null || most.isEmpty() ? least + 1 : Math.max(least, Long.parseLong(most));
    atom = Math.min(ENOUGH, atom * Math.max(1, times));
  }

  private void escape() {
    next(1);
    if (at >= regex.length()) return;
    char c = regex.charAt(at++);
    if (c == 'Q') {
      int end = regex.indexOf("\\E", at);
      int stop = end < 0 ? regex.length() : end;
      next(stop - at);
      at = end < 0 ? stop : stop + 2;
    } else if ((c == 'p' || c == 'P' || c == 'x') && regex.startsWith("{", at)) {
      int end = regex.indexOf('}', at);
      at = end < 0 ? regex.length() : end + 1;
    }
  }

  private void skipClass() {
    if (regex.startsWith("^", at)) at++;
    if (regex.startsWith("]", at)) at++;
    while (at < regex.length() && regex.charAt(at) != ']') {
      if (regex.startsWith("[:", at) && regex.indexOf(":]", at) > 0)
        at = regex.indexOf(":]", at) + 1;
      else if (regex.charAt(at) == '\\') at++;
      at++;
    }
    at++;
  }
}
