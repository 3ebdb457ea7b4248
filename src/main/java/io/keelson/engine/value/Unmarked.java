package io.keelson.engine.value;

import io.keelson.engine.address.AttributePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// A value without marks, and the paths where its marks were. Providers get nothing else.
///
/// @rule R-SENS-3
public record Unmarked(Value value, SortedMap<AttributePath, SortedSet<Mark>> marks) {

  /// Nothing, without marks.
  public static final Unmarked NOTHING = plain(Value.nothing(Types.DYNAMIC));

  /// @throws IllegalArgumentException if the value still carries a mark
  public Unmarked {
    if (value.marked()) throw new IllegalArgumentException("the value still carries marks");
    marks =
        marks.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(marks));
  }

  /// A value that never had marks.
  public static Unmarked plain(Value value) {
    return new Unmarked(value, Collections.emptySortedMap());
  }

  static Unmarked of(Value value) {
    if (!value.marked()) return plain(value);
    var marks = new TreeMap<AttributePath, SortedSet<Mark>>();
    return new Unmarked(strip(value, AttributePath.ROOT, marks), marks);
  }

  private static Value strip(
      Value value, AttributePath path, SortedMap<AttributePath, SortedSet<Mark>> marks) {
    if (!value.marked()) return value;
    if (!value.marks().isEmpty()) marks.put(path, value.marks());
    Value bare = value.withMarks(Marks.NONE);
    return switch (bare) {
      case Sequence sequence -> {
        var elements = new ArrayList<Value>(sequence.size());
        for (int i = 0; i < sequence.size(); i++)
          elements.add(strip(sequence.get(i), path.index(i), marks));
        yield sequence.withElements(elements);
      }
      case Mapping mapping ->
          mapping.mapValues((key, each) -> strip(each, step(mapping, path, key), marks));
      case Value.Null _, Value.Unknown _, Value.Text _, Value.Num _, Value.Truth _ -> bare;
    };
  }

  private static AttributePath step(Mapping mapping, AttributePath path, String key) {
    return mapping.isObject() ? path.attribute(key) : path.key(key);
  }

  /// `other` with the marks of this value at the same paths. A path that leads nowhere there, or
  /// into a set, marks the nearest node above it.
  ///
  /// @rule R-SENS-3
  public Value remark(Value other) {
    Value marked = other;
    for (var entry : marks.entrySet())
      marked = Paths.mark(marked, entry.getKey(), entry.getValue());
    return marked;
  }
}
