package io.keelson.engine.value;

import java.util.ArrayList;

/// A value as it is written in one line: in plans, messages, and in what a digest is made of.
public final class ValueText {
  public static final String UNKNOWN = "(known after apply)";

  private ValueText() {}

  /// A value in one line.
  public static String inline(Value value) {
    if (Marks.sensitive(value.marks())) return HiddenTexts.INSTEAD;
    return switch (value) {
      case Value.Unknown _ -> UNKNOWN;
      case Value.Null _ -> "null";
      case Value.Text text -> quoted(text.text());
      case Value.Num num -> num.number().toPlainString();
      case Value.Truth truth -> Boolean.toString(truth.truth());
      case Sequence sequence ->
          "["
              + String.join(", ", sequence.elements().stream().map(ValueText::inline).toList())
              + "]";
      case Mapping mapping -> {
        var entries = new ArrayList<String>();
        mapping.entries().forEach((key, each) -> entries.add(name(key) + " = " + inline(each)));
        yield entries.isEmpty() ? "{}" : "{ " + String.join(", ", entries) + " }";
      }
    };
  }

  /// The name of an attribute or the key of a map, quoted where it is no identifier.
  public static String name(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_-]*") ? name : quoted(name);
  }

  private static String quoted(String text) {
    var escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t");
    return '"' + visible(escaped.replace("\n", "\\n")) + '"';
  }

  /// The text with those characters escaped that act on a terminal, or that hide or turn around
  /// what a reader is to approve.
  public static String visible(String text) {
    if (text.codePoints().noneMatch(ValueText::isInvisible)) return text;
    var visible = new StringBuilder();
    text.codePoints()
        .forEach(each -> {
          if (isInvisible(each)) visible.append(String.format("\\u%04x", each));
          else visible.appendCodePoint(each);
        });
    return visible.toString();
  }

  private static boolean isInvisible(int character) {
    int type = Character.getType(character);
    return (type == Character.CONTROL && character != '\t') || type == Character.FORMAT;
  }
}
