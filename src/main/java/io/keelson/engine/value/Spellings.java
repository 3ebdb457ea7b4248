package io.keelson.engine.value;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// How a text looks inside of another: as it is, or as JSON, URLs and base64 write it.
final class Spellings {
  /// A longer text is a file: nobody writes it into a URL, and lines of it are only found
  /// unchanged.
  private static final int LONGEST = 100_000;

  /// A shorter piece of an encoding may occur by chance.
  private static final int SHORTEST = 6;

  private static final int BITS_OF_A_BYTE = 8;

  /// A character of base64 carries so many bits.
  private static final int BITS_OF_A_CHARACTER = 6;

  private Spellings() {}

  /// Each spelling once, the text itself first.
  public static Set<String> of(String text) {
    var all = new LinkedHashSet<String>();
    all.add(text);
    if (text.length() > LONGEST) {
      base64(text, 0, all);
      return all;
    }
    all.add(json(text, ""));
    // Go also escapes these characters in JSON.
    all.add(json(text, "<>&"));
    // Base64 often holds JSON, so its spellings are encoded as well.
    for (String each : List.copyOf(all))
      for (int before = 0; before < 3; before++) base64(each, before, all);
    var form = URLEncoder.encode(text, StandardCharsets.UTF_8);
    all.add(form);
    all.add(form.replace("+", "%20"));
    return all;
  }

  /// Adds the base64 of a text that follows `before` other bytes, without the characters that other
  /// bytes have a share in. A text with nothing before it may be all there is, so then its last
  /// character is added, too.
  private static void base64(String text, int before, Set<String> into) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var placed = new byte[before + bytes.length];
    System.arraycopy(bytes, 0, placed, before, bytes.length);
    var encoded = Base64.getEncoder().withoutPadding().encodeToString(placed);
    int to = placed.length * BITS_OF_A_BYTE / BITS_OF_A_CHARACTER;
    if (before == 0) base64(encoded, into);
    base64(encoded.substring(Math.ceilDiv(before * BITS_OF_A_BYTE, BITS_OF_A_CHARACTER), to), into);
  }

  private static void base64(String encoded, Set<String> into) {
    if (encoded.length() < SHORTEST) return;
    into.add(encoded);
    into.add(encoded.replace('+', '-').replace('/', '_'));
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
