package io.keelson.cli.status.drawing;

/// How much room text takes on a terminal.
final class TextWidth {
  private TextWidth() {}

  /// The text without what would move the cursor or change colours: what providers say is shown,
  /// and not obeyed. Line ends become spaces.
  static String plain(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ").strip();
  }

  /// The text in at most so many columns; what is cut off leaves an ellipsis.
  static String cut(String text, int columns) {
    if (of(text) <= columns) return text;
    var cut = new StringBuilder();
    int used = 1;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      used += of(point);
      if (used > columns) break;
      cut.appendCodePoint(point);
      i += Character.charCount(point);
    }
    return columns < 1 ? "" : cut.append('…').toString();
  }

  /// The end of the text in at most so many columns, with an ellipsis for what is cut off.
  static String cutFront(String text, int columns) {
    int used = of(text);
    if (used <= columns) return text;
    int i = 0;
    while (i < text.length() && used > columns - 1) {
      int point = text.codePointAt(i);
      used -= of(point);
      i += Character.charCount(point);
    }
    return columns < 1 ? "" : "…" + text.substring(i);
  }

  /// In columns.
  static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  private static int of(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) return 0;
    return isWide(point) ? 2 : 1;
  }

  /// East Asian letters, and pictures.
  private static boolean isWide(int point) {
    return point >= 0x1100
        && (point <= 0x115f
            || point >= 0x2e80 && point <= 0xa4cf
            || point >= 0xac00 && point <= 0xd7a3
            || point >= 0xf900 && point <= 0xfaff
            || point >= 0xfe30 && point <= 0xfe6f
            || point >= 0xff00 && point <= 0xff60
            || point >= 0x1f300 && point <= 0x1faff
            || point >= 0x20000);
  }
}
