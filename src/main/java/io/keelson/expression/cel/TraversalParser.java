package io.keelson.expression.cel;

import io.keelson.engine.config.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads what is nothing but a traversal: names, literal keys, `[each.key]` and `[count.index]`.
///
/// Whatever else there is, even if it is a mistake, is left to CEL's parser.
public final class TraversalParser {
  /// Words that are no names in CEL, so a chain with one of them is not plain.
  private static final Set<String> RESERVED =
      Set.of(
          "as",
          "break",
          "const",
          "continue",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "let",
          "loop",
          "namespace",
          "null",
          "package",
          "return",
          "true",
          "var",
          "void",
          "while");

  /// A longer chain is left to CEL, which refuses it.
  private static final int MOST_STEPS = 90;

  private final String source;
  private final int offset;
  private int at;

  private TraversalParser(String source, int offset) {
    this.source = source;
    this.offset = offset;
  }

  /// @param offset where the source starts within the declared string
  public static Optional<Traversal> parse(String source, int offset) {
    var parser = new TraversalParser(source, offset);
    var traversal = parser.traversal();
    parser.skipSpace();
    return parser.at == source.length() ? traversal : Optional.empty();
  }

  private Optional<Traversal> traversal() {
    skipSpace();
    int start = at;
    var name = identifier();
    if (name.isEmpty() || RESERVED.contains(name)) return Optional.empty();
    var steps = new ArrayList<Traversal.Step>();
    while (true) {
      skipSpace();
      int before = at;
      Optional<Reference.Step> step = Optional.empty();
      if (passed('.')) step = attribute();
      else if (passed('[')) step = key();
      if (step.isEmpty()) {
        at = before;
        return Optional.of(new Traversal(name, offset + start, List.copyOf(steps)));
      }
      if (steps.size() == MOST_STEPS) return Optional.empty();
      steps.add(new Traversal.Step(step.get(), offset + before));
    }
  }

  private Optional<Reference.Step> attribute() {
    skipSpace();
    if (passed('`')) {
      int end = source.indexOf('`', at);
      if (end <= at) return Optional.empty();
      var quoted = source.substring(at, end);
      at = end + 1;
      boolean valid = quoted.chars().allMatch(TraversalParser::mayBeQuoted);
      return valid ? Optional.of(new Reference.Step.Attribute(quoted)) : Optional.empty();
    }
    var name = identifier();
    if (name.isEmpty() || name.equals("in") || name.equals("true") || name.equals("false"))
      return Optional.empty();
    return name.equals("null") ? Optional.empty() : Optional.of(new Reference.Step.Attribute(name));
  }

  private static boolean mayBeQuoted(int c) {
    return isNamePart((char) c) || c == '.' || c == '-' || c == '/' || c == ' ';
  }

  private Optional<Reference.Step> key() {
    skipSpace();
    var step = literalKey().or(this::repetitionKey);
    skipSpace();
    return passed(']') ? step : Optional.empty();
  }

  private Optional<Reference.Step> literalKey() {
    if (at >= source.length()) return Optional.empty();
    char c = source.charAt(at);
    if (c == '"' || c == '\'') return text(c);
    int start = at;
    while (at < source.length() && source.charAt(at) >= '0' && source.charAt(at) <= '9') at++;
    int digits = at - start;
    if (digits == 0 || digits > 9 || digits > 1 && c == '0') return Optional.empty();
    return Optional.of(new Reference.Step.Index(Integer.parseInt(source, start, at, 10)));
  }

  private Optional<Reference.Step> text(char quote) {
    int end = source.indexOf(quote, at + 1);
    if (end < 0) return Optional.empty();
    var text = source.substring(at + 1, end);
    boolean empty = text.isEmpty() && end + 1 < source.length() && source.charAt(end + 1) == quote;
    if (empty || text.indexOf('\\') >= 0 || text.indexOf('\n') >= 0) return Optional.empty();
    at = end + 1;
    return Optional.of(new Reference.Step.Key(text));
  }

  /// Not a whole traversal: brackets in brackets are left to CEL, which limits how deep they nest.
  private Optional<Reference.Step> repetitionKey() {
    var root = identifier();
    skipSpace();
    if (!passed('.')) return Optional.empty();
    skipSpace();
    var step = new Traversal.Step(new Reference.Step.Attribute(identifier()), at);
    return repetitionKey(new Traversal(root, at, List.of(step)));
  }

  /// The step that the traversal is when it stands in brackets; only `each.key` and `count.index`
  /// are any.
  static Optional<Reference.Step> repetitionKey(Traversal inBrackets) {
    if (inBrackets.steps().size() != 1
        || !(inBrackets.steps().getFirst().step() instanceof Reference.Step.Attribute(String name)))
      return Optional.empty();
    if (inBrackets.name().equals("each") && name.equals("key"))
      return Optional.of(new Reference.Step.EachKey());
    if (inBrackets.name().equals("count") && name.equals("index"))
      return Optional.of(new Reference.Step.CountIndex());
    return Optional.empty();
  }

  private String identifier() {
    int start = at;
    if (at < source.length() && isNameStart(source.charAt(at))) {
      at++;
      while (at < source.length() && isNamePart(source.charAt(at))) at++;
    }
    return source.substring(start, at);
  }

  private static boolean isNameStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || c >= '0' && c <= '9';
  }

  private boolean passed(char expected) {
    if (at >= source.length() || source.charAt(at) != expected) return false;
    at++;
    return true;
  }

  private void skipSpace() {
    while (at < source.length() && " \t\r\n\f".indexOf(source.charAt(at)) >= 0) at++;
  }
}
