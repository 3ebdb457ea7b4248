package io.keelson.engine.evaluation;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What to write for `forEach` in place of a value that has no keys.
///
/// @rule R-VAL-10
final class ForEachAdvice {
  private static final String KEYS = "forEach takes a map, an object or a set of strings";
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,40}");

  /// Attributes that are mostly meant to tell things apart come first.
  private static final List<String> TELLING = List.of("name", "key", "id");

  private ForEachAdvice() {}

  /// A list, or a set of something else than strings.
  static String of(Sequence several) {
    var what = several.isSet() ? "set" : "list";
    var list = several.isSet() ? "toList(SET)" : "LIST";
    return "The value is a %s%s; %s. Write %s, with your %s in the place of %s."
        .formatted(
            what,
            holds(several),
            KEYS,
            written(several, list),
            what,
            what.toUpperCase(Locale.ROOT));
  }

  private static String holds(Sequence several) {
    if (several.size() == 0) return "";
    if (all(several, Value.Text.class::isInstance)) return " of strings";
    if (all(several, Value.Num.class::isInstance)) return " of numbers";
    if (all(several, Value.Truth.class::isInstance)) return " of true and false";
    return all(several, Mapping.class::isInstance) ? " of objects" : "";
  }

  private static String written(Sequence several, String list) {
    if (all(several, Value.Text.class::isInstance)) return "toSet(" + list + ")";
    if (all(several, each -> each instanceof Value.Num || each instanceof Value.Truth))
      return "toSet(" + list + ".map(x, string(x)))";
    return list
        + attribute(several)
            .map(name ->
                ".transformMapEntry(i, x, {%s: x}), which has the keys that %s gives"
                    .formatted(selected(name), name))
            .orElse(".transformMapEntry(i, x, {string(i): x}), which has positions as keys");
  }

  /// Not each word can follow a dot.
  private static String selected(String name) {
    return TELLING.contains(name) ? "x." + name : "x['" + name + "']";
  }

  private static boolean all(Sequence several, Predicate<Value> is) {
    return several.elements().stream().allMatch(is);
  }

  /// The attribute that tells the objects apart: a text in each of them, and each time another one.
  private static Optional<String> attribute(Sequence several) {
    if (!all(several, Mapping.class::isInstance)) return Optional.empty();
    var names = new TreeSet<String>();
    for (Value each : several.elements())
      if (each instanceof Mapping object) names.addAll(object.entries().keySet());
    var telling = names.stream().filter(name -> isTelling(several, name)).toList();
    return TELLING.stream()
        .filter(telling::contains)
        .findFirst()
        .or(() -> telling.stream().findFirst());
  }

  private static boolean isTelling(Sequence several, String name) {
    var seen = new HashSet<String>();
    return NAME.matcher(name).matches()
        && all(
            several,
            each ->
                each instanceof Mapping object
                    && object.entries().get(name) instanceof Value.Text text
                    && seen.add(text.text()));
  }

  /// A value that is no collection.
  static String ofSingle(Value value) {
    return switch (value) {
      case Value.Text _ ->
          "The value is a single string; %s. Write toSet([VALUE]), with your value in the place of VALUE."
              .formatted(KEYS);
      case Value.Num _ ->
          "The value is a number; %s. To have so many instances, write count.".formatted(KEYS);
      default ->
          "The value is a single value; %s. To have one instance or none, write enabled."
              .formatted(KEYS);
    };
  }
}
