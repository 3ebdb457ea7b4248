package io.keelson.cli.status.drawing;

import io.keelson.cli.status.Health;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One line of a status.
///
/// @param health the word before it; a line without one explains the one above
/// @param depth how far it is indented
/// @param detail after the name, which stands alone if this is empty
record Row(Optional<Health> health, int depth, String name, String detail) {
  private static final int HEALTH = 9;
  private static final int INDENT = 2;
  private static final int NARROW = 60;
  private static final int WIDEST_NAME = 48;
  private static final String END = "\u001b[0m";

  Row(Health health, int depth, String name, String detail) {
    this(Optional.of(health), depth, TextWidth.plain(name), TextWidth.plain(detail));
  }

  /// A line that explains the one above.
  static Row note(int depth, String text) {
    return new Row(Optional.empty(), depth, TextWidth.plain(text), "");
  }

  /// The rows with their details below each other, each with a line end.
  static String text(List<Row> rows, Look look) {
    int names =
        rows.stream()
            .filter(each -> !each.detail.isEmpty())
            .mapToInt(each -> each.depth * INDENT + TextWidth.of(each.name))
            .filter(each -> each <= WIDEST_NAME)
            .max()
            .orElse(0);
    int column = look.width() < NARROW ? 0 : names;
    return rows.stream().map(each -> each.line(column, look) + "\n").collect(Collectors.joining());
  }

  private String line(int column, Look look) {
    var name = " ".repeat(depth * INDENT) + shortened(look);
    var gap = detail.isEmpty() ? "" : " ".repeat(Math.max(0, column - TextWidth.of(name)) + 2);
    var rest = TextWidth.cut(name + gap + detail, look.width() - HEALTH);
    return health
        .map(each -> word(each, look) + " ".repeat(HEALTH - each.word().length()) + rest)
        .orElseGet(() -> " ".repeat(HEALTH) + rest);
  }

  /// Where there is little room, the name leaves some of it to the detail.
  private String shortened(Look look) {
    int room = look.width() - HEALTH - depth * INDENT;
    return detail.isEmpty() || look.width() >= NARROW
        ? name
        : TextWidth.cutFront(name, room * 2 / 3);
  }

  private static String word(Health health, Look look) {
    if (!look.colours()) return health.word();
    var colour =
        switch (health) {
          case FAILED -> "\u001b[31m";
          case WAITING -> "\u001b[33m";
          case WORKING -> "\u001b[36m";
          case READY -> "\u001b[32m";
        };
    return colour + health.word() + END;
  }
}
