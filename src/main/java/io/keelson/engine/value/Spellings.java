package io.keelson.engine.value;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;

/// How a text looks inside of another: as it is, or as JSON, URLs and base64 write it.
public final class Spellings {
  /// A longer text is a file: nobody writes it into a URL, and of its lines those are found that
  /// are as they are.
  private static final int LONGEST = 100_000;

  /// Less of an encoding may be anything.
  private static final int SHORTEST = 6;

  private Spellings() {}

  /// Each once, the text itself first.
  public static Set<String> of(String text) {
    var all = new LinkedHashSet<String>();
    all.add(text);
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    base64(bytes, 0, all);
    if (text.length() > LONGEST) return all;
    base64(bytes, 1, all);
    base64(bytes, 2, all);
    all.add(json(text, ""));
    // As Go writes it.
    all.add(json(text, "<>&"));
    var form = URLEncoder.encode(text, StandardCharsets.UTF_8);
    all.add(form);
    all.add(form.replace("+", "%20"));
    return all;
  }

  /// Base64 of what follows so many other bytes, as far as these have no share in it. With its
  /// beginning its end is told as well: nothing need follow.
  private static void base64(byte[] bytes, int before, Set<String> into) {
    var placed = new byte[before + bytes.length];
    System.arraycopy(bytes, 0, placed, before, bytes.length);
    int from = before == 0 ? 0 : 4;
    int to = before == 0 ? (placed.length * 4 + 2) / 3 : placed.length / 3 * 4;
    if (to - from < SHORTEST) return;
    var standard = Base64.getEncoder().encodeToString(placed).substring(from, to);
    into.add(standard);
    into.add(standard.replace('+', '-').replace('/', '_'));
  }

  private static String json(String text, String alsoEscaped) {
    var written = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '"' -> written.append("\\\"");
        case '\\' -> written.append("\\\\");
        case '\n' -> written.append("\\n");
        case '\r' -> written.append("\\r");
        case '\t' -> written.append("\\t");
        default -> {
          if (each < ' ' || alsoEscaped.indexOf(each) >= 0)
            written.append(String.format("\\u%04x", (int) each));
          else written.append(each);
        }
      }
    }
    return written.toString();
  }
}
