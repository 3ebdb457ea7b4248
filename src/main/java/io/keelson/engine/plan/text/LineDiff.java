package io.keelson.engine.plan.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The difference between two texts, line by line: as few lines as possible are gone or new.
final class LineDiff {
  /// Beyond this many comparisons all lines between the first and the last difference count as
  /// replaced.
  private static final long MOST_COMPARISONS = 4_000_000;

  enum Kind {
    KEPT,
    GONE,
    NEW
  }

  record Line(Kind kind, String text) {}

  private final List<Line> lines = new ArrayList<>();

  private LineDiff() {}

  static List<Line> between(List<String> before, List<String> after) {
    int shorter = Math.min(before.size(), after.size());
    int head = 0;
    while (head < shorter && before.get(head).equals(after.get(head))) head++;
    int tail = 0;
    while (tail < shorter - head
        && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) tail++;
    var diff = new LineDiff();
    diff.add(Kind.KEPT, after.subList(0, head));
    diff.middle(
        before.subList(head, before.size() - tail), after.subList(head, after.size() - tail));
    diff.add(Kind.KEPT, after.subList(after.size() - tail, after.size()));
    return diff.lines;
  }

  private void add(Kind kind, List<String> all) {
    all.forEach(each -> lines.add(new Line(kind, each)));
  }

  private void middle(List<String> before, List<String> after) {
    if ((long) before.size() * after.size() > MOST_COMPARISONS) {
      add(Kind.GONE, before);
      add(Kind.NEW, after);
      return;
    }
    var common = common(before, after);
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        lines.add(new Line(Kind.KEPT, after.get(j++)));
        i++;
      } else if (i < before.size() && (j == after.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines.add(new Line(Kind.GONE, before.get(i++)));
      } else {
        lines.add(new Line(Kind.NEW, after.get(j++)));
      }
    }
  }

  /// How many lines the rests of both texts have in common, from each pair of positions on.
  private static int[][] common(List<String> before, List<String> after) {
    var common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--)
      for (int j = after.size() - 1; j >= 0; j--)
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
    return common;
  }

  /// The lines of a text; a line break at its end begins no further line.
  static List<String> lines(String text) {
    var lines = Arrays.asList(text.split("\n", -1));
    return lines.size() > 1 && lines.getLast().isEmpty()
        ? lines.subList(0, lines.size() - 1)
        : lines;
  }
}
