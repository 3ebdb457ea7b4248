package io.keelson.engine.scenario;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A mapping of a scenario file, read strictly: an entry that nobody asked for is a mistake.
final class Entries {
  private final String where;
  private final SortedMap<String, Value> entries;

  private Entries(String where, SortedMap<String, Value> entries) {
    this.where = where;
    this.entries = entries;
  }

  static Entries of(String where, Value value) {
    if (value.isNull()) return new Entries(where, new TreeMap<>());
    if (!(value instanceof Mapping mapping)) throw wrong(where, "must be a mapping");
    return new Entries(where, new TreeMap<>(mapping.entries()));
  }

  private static IllegalArgumentException wrong(String where, String what) {
    return new IllegalArgumentException(where + " " + what);
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  Optional<Value> take(String name) {
    return Optional.ofNullable(entries.remove(name));
  }

  /// An entry that is a mapping itself; an empty one if it is missing.
  Entries mapping(String name) {
    return of(where + "." + name, take(name).orElseGet(() -> Value.object(new TreeMap<>())));
  }

  Optional<String> text(String name) {
    return take(name).map(value -> textOf(where + "." + name, value));
  }

  boolean flag(String name) {
    return flag(name, false);
  }

  boolean flag(String name, boolean otherwise) {
    return take(name).map(value -> ((Value.Truth) value).truth()).orElse(otherwise);
  }

  List<String> texts(String name) {
    return list(name).stream().map(each -> textOf(where + "." + name, each)).toList();
  }

  SortedSet<String> names(String name) {
    return new TreeSet<>(texts(name));
  }

  List<Value> list(String name) {
    var value = take(name);
    if (value.isEmpty()) return List.of();
    if (value.get() instanceof Sequence sequence) return sequence.elements();
    throw wrong(where + "." + name, "must be a list");
  }

  /// Everything that nobody asked for yet.
  SortedMap<String, Value> rest() {
    var rest = new TreeMap<>(entries);
    entries.clear();
    return rest;
  }

  /// Complains about what is left.
  void end() {
    if (!entries.isEmpty()) throw wrong(where, "has unknown entries " + entries.keySet());
  }

  static String textOf(String where, Value value) {
    return switch (value) {
      case Value.Text text -> text.text();
      case Value.Num num -> num.number().toPlainString();
      default -> throw wrong(where, "must be text");
    };
  }
}
