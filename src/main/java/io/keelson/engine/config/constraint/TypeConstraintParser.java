package io.keelson.engine.config.constraint;

import io.keelson.engine.value.Depth;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/// Reads types as Terraform writes them: `string`, `list(number)`, `object({name = string, size =
/// optional(number, 3)})`.
final class TypeConstraintParser {
  private final String text;
  private final BiFunction<String, TypeConstraint, Value> literal;
  private int at;
  private int depth;

  private TypeConstraintParser(String text, BiFunction<String, TypeConstraint, Value> literal) {
    this.text = text;
    this.literal = literal;
  }

  /// @param literal reads the value that stands for an optional attribute, converted to its type
  /// @throws IllegalArgumentException saying what is wrong with the text
  static TypeConstraint parse(String text, BiFunction<String, TypeConstraint, Value> literal) {
    var parser = new TypeConstraintParser(text, literal);
    var constraint = parser.constraint();
    parser.skipSpace();
    if (parser.at < text.length()) throw parser.wrong("nothing more");
    return constraint;
  }

  private TypeConstraint constraint() {
    // A type that is deeper than a value can be fits none.
    if (depth++ > Depth.MOST) throw new IllegalArgumentException(Depth.TOO_DEEP);
    var constraint = named(name("a type"));
    depth--;
    return constraint;
  }

  private TypeConstraint named(String name) {
    return switch (name) {
      case "string" -> new TypeConstraint.Plain(Types.STRING);
      case "number" -> new TypeConstraint.Plain(Types.NUMBER);
      case "bool" -> new TypeConstraint.Plain(Types.BOOL);
      case "any" -> TypeConstraint.any();
      case "list" -> new TypeConstraint.ListOf(inParentheses());
      case "set" -> new TypeConstraint.SetOf(inParentheses());
      case "map" -> new TypeConstraint.MapOf(inParentheses());
      case "tuple" -> tuple();
      case "object" -> object();
      default ->
          throw new IllegalArgumentException(
              "'"
                  + name
                  + "' is no type; there are string, number, bool, any, list(…), set(…), map(…),"
                  + " tuple([…]) and object({…})");
    };
  }

  private TypeConstraint inParentheses() {
    expect('(');
    var element = constraint();
    expect(')');
    return element;
  }

  private TypeConstraint tuple() {
    expect('(');
    expect('[');
    List<TypeConstraint> elements = new ArrayList<>();
    while (!accept(']')) {
      elements.add(constraint());
      accept(',');
    }
    expect(')');
    return new TypeConstraint.TupleOf(elements);
  }

  private TypeConstraint object() {
    expect('(');
    expect('{');
    var attributes = new TreeMap<String, TypeConstraint.Attribute>();
    while (!accept('}')) {
      var name = name("the name of an attribute");
      expect('=');
      if (attributes.put(name, attribute()) != null)
        throw new IllegalArgumentException("the attribute '" + name + "' is there twice");
      accept(',');
    }
    expect(')');
    return new TypeConstraint.ObjectOf(attributes);
  }

  private TypeConstraint.Attribute attribute() {
    skipSpace();
    if (!text.startsWith("optional", at))
      return new TypeConstraint.Attribute(constraint(), false, Optional.empty());
    at += "optional".length();
    expect('(');
    var constraint = constraint();
    Optional<Value> standIn =
        accept(',') ? Optional.of(literal.apply(source(), constraint)) : Optional.empty();
    expect(')');
    return new TypeConstraint.Attribute(constraint, true, standIn);
  }

  /// The text up to the parenthesis that is not its own.
  private String source() {
    int start = at;
    int depth = 0;
    char quote = 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        if (c == '\\') at++;
        else if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') quote = c;
      else if (c == '(' || c == '[' || c == '{') depth++;
      else if ((c == ')' || c == ']' || c == '}') && depth-- == 0) break;
    }
    return text.substring(start, Math.min(at, text.length())).strip();
  }

  private String name(String what) {
    skipSpace();
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) at++;
    if (start == at) throw wrong(what);
    return text.substring(start, at);
  }

  private static boolean isNamePart(char c) {
    return c == '_' || c == '-' || (c < 128 && Character.isLetterOrDigit(c));
  }

  private void expect(char c) {
    if (!accept(c)) throw wrong("'" + c + "'");
  }

  private boolean accept(char c) {
    skipSpace();
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) at++;
    return there;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
  }

  private IllegalArgumentException wrong(String expected) {
    return new IllegalArgumentException(
        at >= text.length()
            ? expected + " is missing at the end of '" + text + "'"
            : expected + " is expected instead of '" + text.substring(at) + "'");
  }
}
