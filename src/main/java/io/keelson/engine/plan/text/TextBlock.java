package io.keelson.engine.plan.text;

import io.keelson.engine.plan.text.LineDiff.Kind;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A text of several lines as plans show it: line by line, and what changes in it.
///
/// @param lines with two characters in front of each that say what becomes of it
/// @param end what becomes of the whole, to be shown after its end; empty if the lines say it
record TextBlock(List<String> lines, String end) {
  private static final int CONTEXT = 3;

  /// The block for a value and its successor, of which one may be missing; empty if they are better
  /// shown in one line.
  static Optional<TextBlock> of(@Nullable Value before, @Nullable Value after) {
    if (isSecret(before) || isSecret(after)) return Optional.empty();
    var old = lines(before);
    var now = lines(after);
    if (Math.max(old.size(), now.size()) < 2) return Optional.empty();
    if (before == null) return Optional.of(new TextBlock(kept(now), ""));
    if (after == null) return Optional.of(new TextBlock(kept(old), " -> null"));
    if (after.isUnknown()) return Optional.of(new TextBlock(kept(old), " -> " + ValueText.UNKNOWN));
    // Texts with equal lines differ in the line break at their end, which only one line shows.
    boolean bothTexts = !old.isEmpty() && !now.isEmpty() && !old.equals(now);
    return bothTexts
        ? Optional.of(new TextBlock(shortened(LineDiff.between(old, now)), ""))
        : Optional.empty();
  }

  private static boolean isSecret(@Nullable Value value) {
    return value != null && Marks.sensitive(value.marks());
  }

  private static List<String> lines(@Nullable Value value) {
    return value instanceof Value.Text text ? LineDiff.lines(text.text()) : List.of();
  }

  private static List<String> kept(List<String> lines) {
    return lines.stream().map(each -> shown(new LineDiff.Line(Kind.KEPT, each))).toList();
  }

  /// Leaves out unchanged lines, except some around each change.
  private static List<String> shortened(List<LineDiff.Line> lines) {
    var printed = new ArrayList<String>();
    var quiet = new ArrayList<LineDiff.Line>();
    for (int i = 0; i < lines.size(); i++) {
      if (isNearChange(lines, i)) {
        addQuiet(quiet, printed);
        printed.add(shown(lines.get(i)));
      } else {
        quiet.add(lines.get(i));
      }
    }
    addQuiet(quiet, printed);
    return printed;
  }

  private static void addQuiet(List<LineDiff.Line> quiet, List<String> printed) {
    if (quiet.size() == 1) printed.add(shown(quiet.getFirst()));
    else if (!quiet.isEmpty()) printed.add("  # (" + quiet.size() + " unchanged lines hidden)");
    quiet.clear();
  }

  private static boolean isNearChange(List<LineDiff.Line> lines, int at) {
    return lines
        .subList(Math.max(0, at - CONTEXT), Math.min(lines.size(), at + CONTEXT + 1))
        .stream()
        .anyMatch(line -> line.kind() != Kind.KEPT);
  }

  private static String shown(LineDiff.Line line) {
    var sign =
        switch (line.kind()) {
          case KEPT -> "  ";
          case GONE -> "- ";
          case NEW -> "+ ";
        };
    return line.text().isEmpty() ? sign.strip() : sign + ValueText.visible(line.text());
  }
}
