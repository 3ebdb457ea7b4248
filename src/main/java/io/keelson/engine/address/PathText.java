package io.keelson.engine.address;

import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the text of an attribute path from left to right.
final class PathText {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final Pattern INDEX = Pattern.compile("\\[(0|[1-9][0-9]{0,8})]");

  private final String text;
  private final List<Integer> starts = new ArrayList<>();
  private int at;

  PathText(String text) {
    this.text = text;
  }

  /// An attribute's name as it stands in a path: quoted if it is no identifier.
  static String attribute(String name) {
    return ResourceAddress.isIdentifier(name) ? name : QuotedText.quote(name);
  }

  List<Step> steps() {
    var steps = new ArrayList<Step>();
    while (at < text.length()) steps.add(step(steps.isEmpty()));
    return steps;
  }

  /// The steps of a pattern, which may have wildcards.
  List<Part> parts() {
    var parts = new ArrayList<Part>();
    while (at < text.length()) {
      starts.add(!parts.isEmpty() && text.charAt(at) == '.' ? at + 1 : at);
      boolean any = skipped(parts.isEmpty() ? "*" : ".*") || skipped("[*]");
      parts.add(any ? new Part.Any() : new Part.One(step(parts.isEmpty())));
    }
    return parts;
  }

  /// Where a step of a pattern begins; where the text stops being one, if it has not so many.
  int start(int step) {
    try {
      parts();
    } catch (IllegalArgumentException e) {
      return Math.min(at, text.length());
    }
    return step < starts.size() ? starts.get(step) : text.length();
  }

  private boolean skipped(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private Step step(boolean first) {
    if (text.charAt(at) == '[') return bracket();
    if (!first && !skipped(".")) throw wrong();
    return name();
  }

  private Step name() {
    if (text.startsWith("\"", at)) return new Step.Attribute(quoted());
    Matcher identifier = IDENTIFIER.matcher(text).region(at, text.length());
    if (!identifier.lookingAt()) throw wrong();
    at = identifier.end();
    return new Step.Attribute(identifier.group());
  }

  private Step bracket() {
    if (text.startsWith("[\"", at)) {
      at++;
      var key = quoted();
      if (!text.startsWith("]", at)) throw wrong();
      at++;
      return new Step.Key(key);
    }
    Matcher index = INDEX.matcher(text).region(at, text.length());
    if (!index.lookingAt()) throw wrong();
    at = index.end();
    return new Step.Index(Integer.parseInt(index.group(1)));
  }

  private String quoted() {
    var quoted = QuotedText.unquote(text, at);
    at = quoted.end();
    return quoted.text();
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is not an attribute path at position "
            + (at + 1)
            + "; write name, name.part, name[0] or name[\"key\"]");
  }
}
