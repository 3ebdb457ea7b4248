package io.keelson.engine.config.load;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What takes an object over: the address of an instance in which expressions may stand for keys,
/// as in `component.shop[each.key].server.web[0]`.
///
/// @param around the keys of the components around it, the outermost first
record ImportAddress(ResourceAddress resource, List<Key> around, Key key) {
  /// Stands for an expression where an address has keys.
  private static final String PLACE = "\uE000";

  private static final Pattern LITERAL = Pattern.compile("\\d+|\"(?:[^\"\\\\]|\\\\.)*\"");

  private static final Pattern IN_BRACKETS = Pattern.compile("\\[[^\\[\\]]*\\]?");

  /// The key of an instance, or of a component around it.
  sealed interface Key {
    record Literal(InstanceKey key) implements Key {}

    /// An expression in brackets.
    record Written(String source) implements Key {}
  }

  /// @throws IllegalArgumentException saying what is wrong with the text
  static ImportAddress parse(String text) {
    try {
      return of(InstanceAddress.parse(text), List.of());
    } catch (IllegalArgumentException e) {
      if (text.contains(PLACE)) throw e;
      return withExpressions(text).orElseThrow(() -> e);
    }
  }

  /// @return empty if there are no expressions, or a bracket is not closed
  private static Optional<ImportAddress> withExpressions(String text) {
    var sources = new ArrayList<String>();
    var places = new StringBuilder();
    int at = 0;
    for (int open = text.indexOf('['); open >= 0; open = text.indexOf('[', at)) {
      int end = end(text, open);
      if (end < 0) return Optional.empty();
      var inside = text.substring(open + 1, end);
      places.append(text, at, open);
      if (LITERAL.matcher(inside).matches()) {
        places.append('[').append(inside).append(']');
      } else {
        places.append("[\"").append(PLACE).append(sources.size()).append("\"]");
        sources.add(inside);
      }
      at = end + 1;
    }
    if (sources.isEmpty()) return Optional.empty();
    return Optional.of(of(InstanceAddress.parse(places + text.substring(at)), sources));
  }

  /// Where a bracket ends, whatever stands in quotes and in brackets in it.
  ///
  /// @return negative if it does not
  private static int end(String text, int open) {
    int depth = 0;
    char quote = 0;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == '\\') i++;
        else if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') quote = c;
      else if (c == '[') depth++;
      else if (c == ']' && --depth == 0) return i;
    }
    return -1;
  }

  private static ImportAddress of(InstanceAddress at, List<String> sources) {
    return new ImportAddress(
        at.resource(),
        at.key().components().stream().map(each -> key(each, sources)).toList(),
        key(at.key().own(), sources));
  }

  private static Key key(InstanceKey key, List<String> sources) {
    return key instanceof InstanceKey.Key(var name) && name.startsWith(PLACE) && !sources.isEmpty()
        ? new Key.Written(sources.get(Integer.parseInt(name.substring(PLACE.length()))))
        : new Key.Literal(key);
  }

  /// The resource that something may mean which is no address.
  static Optional<ResourceAddress> meant(String text) {
    try {
      return Optional.of(ResourceAddress.parse(IN_BRACKETS.matcher(text).replaceAll("")));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
