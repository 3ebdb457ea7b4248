package io.keelson.expression.cel;

import io.keelson.expression.value.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Cuts a declared string into text and the expressions in `${…}`.
///
/// `$${` stands for a literal `${`; any other `$` is just itself. Inside an expression literals,
/// quoted names and comments are skipped as CEL's lexer does, so an expression ends here exactly
/// where the parser would end it.
public final class TemplateScanner {
  /// A piece of a declared string.
  sealed interface Part {
    /// @param text with `$${` already replaced
    record Text(String text) implements Part {}

    /// @param start position of the source within the declared string
    record Embedded(String source, int start) implements Part {}
  }

  private static final String OPENINGS = "([{";
  private static final String CLOSINGS = ")]}";

  private final String text;
  private int at;

  private TemplateScanner(String text) {
    this.text = text;
  }

  /// Whether the string is anything else than its own text.
  public static boolean isPlain(String text) {
    return !text.contains("${");
  }

  /// The parts in order; at least one.
  ///
  /// @throws Problem if an expression is empty or never ends
  static List<Part> scan(String text) {
    return new TemplateScanner(text).parts();
  }

  private List<Part> parts() {
    var parts = new ArrayList<Part>();
    var plain = new StringBuilder();
    while (at < text.length()) {
      int dollar = text.indexOf("${", at);
      if (dollar < 0) {
        plain.append(text, at, text.length());
        break;
      }
      if (dollar > at && text.charAt(dollar - 1) == '$') {
        plain.append(text, at, dollar - 1).append("${");
        at = dollar + 2;
        continue;
      }
      plain.append(text, at, dollar);
      if (!plain.isEmpty()) parts.add(new Part.Text(plain.toString()));
      plain.setLength(0);
      parts.add(embedded(dollar));
    }
    if (!plain.isEmpty() || parts.isEmpty()) parts.add(new Part.Text(plain.toString()));
    return parts;
  }

  private Part.Embedded embedded(int dollar) {
    int start = dollar + 2;
    at = start;
    skipToClosingBrace(dollar);
    var source = text.substring(start, at - 1);
    if (source.isBlank())
      throw problem(dollar, "there is no expression between '${' and '}'", literalAdvice());
    return new Part.Embedded(source, start);
  }

  /// Leaves the position behind the brace that closes the expression.
  private void skipToClosingBrace(int dollar) {
    int start = at;
    Deque<Integer> open = new ArrayDeque<>();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        skipLiteral(start);
      } else if (c == '`') {
        skipPast("`", "this quoted name is never closed");
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
      } else if (text.startsWith("${", at)) {
        throw problem(
            at,
            "an expression cannot hold another '${'",
            "Inside an expression write names without '${'; join text with '+'.");
      } else {
        at++;
        if (OPENINGS.indexOf(c) >= 0) open.push(at - 1);
        if (CLOSINGS.indexOf(c) >= 0 && closes(c, open)) return;
      }
    }
    if (open.isEmpty()) throw problem(dollar, "this '${' has no '}'", literalAdvice());
    throw problem(open.peek(), "this bracket is never closed", "");
  }

  /// Whether the bracket just passed ends the expression.
  private boolean closes(char bracket, Deque<Integer> open) {
    if (open.isEmpty() && bracket == '}') return true;
    if (open.isEmpty() || OPENINGS.indexOf(text.charAt(open.pop())) != CLOSINGS.indexOf(bracket))
      throw problem(at - 1, "this '" + bracket + "' closes nothing", "");
    return false;
  }

  private void skipLiteral(int start) {
    int quote = at;
    boolean raw = isRaw(start, quote);
    String one = text.substring(quote, quote + 1);
    boolean triple = text.startsWith(one.repeat(3), quote);
    String end = triple ? one.repeat(3) : one;
    at = quote + end.length();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && !raw) {
        at += 2;
      } else if (text.startsWith(end, at)) {
        at += end.length();
        return;
      } else if (c == '\n' && !triple) {
        break;
      } else {
        at++;
      }
    }
    throw problem(quote, "this string is never closed", "");
  }

  /// Whether the quote follows a prefix with `r`, such as `r'\'` or `bR"…"`, that is not the end of
  /// a longer name.
  private boolean isRaw(int start, int quote) {
    int prefix = quote;
    boolean raw = false;
    while (prefix > start && quote - prefix < 2 && "rRbB".indexOf(text.charAt(prefix - 1)) >= 0) {
      prefix--;
      raw |= text.charAt(prefix) == 'r' || text.charAt(prefix) == 'R';
    }
    boolean endOfName = prefix > start && Character.isJavaIdentifierPart(text.charAt(prefix - 1));
    return raw && !endOfName;
  }

  private void skipPast(String end, String reason) {
    int found = text.indexOf(end, at + 1);
    if (found < 0) throw problem(at, reason, "");
    at = found + end.length();
  }

  private static String literalAdvice() {
    return "Write '$${' for a literal '${'.";
  }

  private static Problem problem(int at, String reason, String advice) {
    return Problem.expression(at, "unreadable expression", reason, advice);
  }
}
