package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the symbols of a scenario stand for in this run: the same symbol is the same value
/// everywhere, and each value has one symbol.
final class Symbols {
  private static final Pattern SYMBOL = Pattern.compile("@\\{([^}]+)}");

  /// What these stand for may be the value of another symbol, too: a name that was drawn for an
  /// object that was not made, which the next attempt gives here (R-PRG-5); the usual form of
  /// Base64 beside the one for URLs, which are the same where neither `+` nor `/` was drawn.
  private static final List<String> SHARED = List.of("value.name", "value.b64Std");

  private static final String SECRET = "$secret";

  private final Map<String, String> values = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();

  Symbols() {}

  /// These, and what is bound in the copy alone: a preview draws values that nothing comes of.
  Symbols(Symbols other) {
    values.putAll(other.values);
    names.putAll(other.names);
  }

  /// Where a value is not as it is written; nothing if it is, and then its symbols are bound.
  List<Difference> differences(JsonNode expected, JsonNode actual) {
    var tried = new Symbols(this);
    var differences = new ArrayList<Difference>();
    tried.compare(expected, actual, "", differences);
    if (differences.isEmpty()) {
      values.putAll(tried.values);
      names.putAll(tried.names);
    }
    return differences;
  }

  private void compare(
      JsonNode expected, JsonNode actual, String at, List<Difference> differences) {
    if (expected.isObject() && actual.isObject() && isAlike(expected, actual)) {
      var fields = new TreeSet<String>();
      expected.fieldNames().forEachRemaining(fields::add);
      actual.fieldNames().forEachRemaining(fields::add);
      for (String name : fields)
        compare(expected.path(name), actual.path(name), at + "." + name, differences);
    } else if (expected.isArray() && actual.isArray()) {
      for (int i = 0; i < Math.max(expected.size(), actual.size()); i++)
        compare(expected.path(i), actual.path(i), at + "." + i, differences);
    } else if (!isOpen(expected) && actual.has(SECRET) && isSame(expected, actual.get(SECRET))) {
      // With the same value, so that it can be told from another one.
      var secret = JsonNodeFactory.instance.objectNode().set(SECRET, expected);
      differences.add(new Difference(at.isEmpty() ? "" : at.substring(1), expected, secret));
    } else if (!actual.has(SECRET)
        && expected.has(SECRET)
        && isSame(expected.get(SECRET), actual)) {
      var secret = JsonNodeFactory.instance.objectNode().set(SECRET, actual);
      differences.add(new Difference(at.isEmpty() ? "" : at.substring(1), secret, actual));
    } else if (!isSame(expected, actual))
      differences.add(new Difference(at.isEmpty() ? "" : at.substring(1), expected, actual));
  }

  /// Whether both are known, or neither is; and both are secret, or neither is.
  private static boolean isAlike(JsonNode expected, JsonNode actual) {
    return isOpen(expected) == isOpen(actual) && expected.has(SECRET) == actual.has(SECRET);
  }

  private static boolean isOpen(JsonNode value) {
    return value.has("$unknown");
  }

  private boolean isSame(JsonNode expected, JsonNode actual) {
    if (expected.isNumber() && actual.isNumber())
      return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
    return expected.isTextual() && actual.isValueNode() && !actual.isNull()
        ? text(expected.textValue(), actual)
        : expected.equals(actual);
  }

  private boolean text(String expected, JsonNode actual) {
    var symbols = SYMBOL.matcher(expected);
    var pattern = new StringBuilder();
    int end = 0;
    while (symbols.find()) {
      // What is known is taken as it is: two symbols side by side part where the first one ends.
      var known = values.get(symbols.group(1));
      pattern
          .append(Pattern.quote(expected.substring(end, symbols.start())))
          .append(known == null ? "(.+?)" : "(" + Pattern.quote(known) + ")");
      end = symbols.end();
    }
    if (end == 0) return actual.isTextual() && expected.equals(actual.textValue());
    pattern.append(Pattern.quote(expected.substring(end)));
    var found = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(shown(actual));
    return found.matches() && bind(SYMBOL.matcher(expected), found, actual.isNumber());
  }

  /// A number as the text that may have the same symbol, however it is kept.
  private static String shown(JsonNode value) {
    return value.isNumber()
        ? value.decimalValue().stripTrailingZeros().toPlainString()
        : value.asText();
  }

  private boolean bind(Matcher symbols, Matcher found, boolean number) {
    for (int group = 1; symbols.find(); group++) {
      var name = symbols.group(1);
      var value = found.group(group);
      // A number may have another symbol than the text that is the same.
      var known = number ? value + " as a number" : value;
      if (!values.computeIfAbsent(name, _ -> value).equals(value)
          || !names.computeIfAbsent(known, _ -> name).equals(name)
              && !isShared(name)
              && !isShared(names.get(known))) return false;
    }
    return true;
  }

  private static boolean isShared(String symbol) {
    return SHARED.stream().anyMatch(symbol::startsWith);
  }
}
