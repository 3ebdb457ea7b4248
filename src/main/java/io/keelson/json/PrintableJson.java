package io.keelson.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/// JSON as a reader of YAML takes it: the API server reads a server-side apply as YAML, which
/// refuses some characters that JSON has in a text as they are, such as U+007F, and takes others
/// for the end of a line, such as U+0085, of which it makes a space.
public final class PrintableJson {
  private static final Pattern UNPRINTABLE =
      Pattern.compile(
          "[^\\t\\n\\r\\x20-\\x7E\\xA0-\\x{2027}\\x{202A}-\\x{D7FF}\\x{E000}-\\x{FEFE}"
              + "\\x{FF00}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

  private PrintableJson() {}

  /// The same tree, in characters that YAML takes for themselves.
  public static String text(JsonNode tree) {
    // Such characters are inside of texts only, where an escape stands for them.
    return UNPRINTABLE
        .matcher(tree.toString())
        .replaceAll(found -> "\\\\u%04x".formatted(found.group().codePointAt(0)));
  }
}
