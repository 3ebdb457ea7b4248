package io.keelson.engine.diagnostic;

/// What is shown of a text that may be long: the line of a declared string that a problem is in,
/// with a caret under the place; or how it begins.
public final class Excerpt {
  private static final int WIDEST = 100;
  private static final int BEFORE = 60;

  private Excerpt() {}

  /// Two indented lines. A caret stands under a character of any width in UTF-16.
  public static String of(String declared, int at) {
    int place = Math.clamp(at, 0, declared.length());
    int start = declared.lastIndexOf('\n', place - 1) + 1;
    int end = declared.indexOf('\n', place);
    if (end < 0) end = declared.length();
    int from = place - start > BEFORE ? boundary(declared, place - BEFORE) : start;
    int to = end - from > WIDEST ? boundary(declared, from + WIDEST) : end;
    var before = (from > start ? "…" : "") + declared.substring(from, place);
    var after = declared.substring(place, to) + (to < end ? "…" : "");
    var line = (before + after).replace('\t', ' ').replace('\r', ' ').stripTrailing();
    return "  " + line + "\n  " + " ".repeat(before.codePointCount(0, before.length())) + "^";
  }

  /// What somebody has called something, which may be of any length.
  public static String beginning(String name) {
    return name.length() <= BEFORE ? name : name.substring(0, boundary(name, BEFORE)) + "…";
  }

  private static int boundary(String text, int at) {
    boolean insidePair =
        Character.isLowSurrogate(text.charAt(at)) && Character.isHighSurrogate(text.charAt(at - 1));
    return insidePair ? at + 1 : at;
  }
}
