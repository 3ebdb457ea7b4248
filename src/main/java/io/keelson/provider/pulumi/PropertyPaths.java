package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;

/// Paths as Pulumi writes them: `a.b[0].c`, `tags["x.y"]`.
final class PropertyPaths {
  private PropertyPaths() {}

  /// Reads a path; from what cannot be read on, nothing is.
  static AttributePath lenient(String text) {
    var path = AttributePath.ROOT;
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        int end = end(text, at);
        if (end < 0) return path;
        var inside = text.substring(at + 1, end);
        if (isIndex(inside)) path = path.index(Integer.parseInt(inside));
        else if (isQuoted(inside)) path = path.key(unquoted(inside));
        else return path;
        at = end + 1;
      } else {
        int from = text.charAt(at) == '.' ? at + 1 : at;
        int to = from;
        while (to < text.length() && text.charAt(to) != '.' && text.charAt(to) != '[') to++;
        if (to == from) return path;
        path = path.attribute(text.substring(from, to));
        at = to;
      }
    }
    return path;
  }

  /// The bracket that closes the one at a place; negative if there is none.
  private static int end(String text, int at) {
    if (at + 1 >= text.length() || text.charAt(at + 1) != '"') return text.indexOf(']', at);
    for (int i = at + 2; i < text.length(); i++) {
      if (text.charAt(i) == '\\') i++;
      else if (text.charAt(i) == '"')
        return i + 1 < text.length() && text.charAt(i + 1) == ']' ? i + 1 : -1;
    }
    return -1;
  }

  private static boolean isIndex(String inside) {
    return !inside.isEmpty()
        && inside.length() < 10
        && inside.chars().allMatch(each -> each >= '0' && each <= '9');
  }

  private static boolean isQuoted(String inside) {
    return inside.length() >= 2 && inside.charAt(0) == '"';
  }

  private static String unquoted(String inside) {
    return inside.substring(1, inside.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
  }
}
