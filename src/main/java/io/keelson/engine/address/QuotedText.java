package io.keelson.engine.address;

/// Text in double quotes as JSON writes it, so that any instance key can be part of an address.
final class QuotedText {
  private QuotedText() {}

  static String quote(String text) {
    var quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < 0x20) quoted.append(String.format("\\u%04x", (int) c));
          else quoted.append(c);
        }
      }
    }
    return quoted.append('"').toString();
  }

  /// Reads the quoted text that starts at `start`.
  ///
  /// @return the text and the position after its closing quote
  /// @throws IllegalArgumentException if the text is never closed or an escape is not JSON's
  static Unquoted unquote(String source, int start) {
    var text = new StringBuilder();
    int i = start + 1;
    while (i < source.length()) {
      char c = source.charAt(i);
      if (c == '"') return new Unquoted(text.toString(), i + 1);
      if (c != '\\') {
        text.append(c);
        i++;
        continue;
      }
      if (i + 1 >= source.length()) break;
      char escaped = source.charAt(i + 1);
      if (escaped == 'u') {
        if (i + 6 > source.length()) break;
        text.append((char) Integer.parseInt(source, i + 2, i + 6, 16));
        i += 6;
      } else {
        text.append(unescape(escaped));
        i += 2;
      }
    }
    throw new IllegalArgumentException("quoted key is never closed in '" + source + "'");
  }

  private static char unescape(char escaped) {
    return switch (escaped) {
      case '"', '\\', '/' -> escaped;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> throw new IllegalArgumentException("no escape in a key: \\" + escaped);
    };
  }

  record Unquoted(String text, int end) {}
}
