package io.keelson.engine.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A list, a set or a tuple, according to its type.
///
/// A set holds its wholly known elements distinct and in [Value#ORDER], then those with unknown
/// parts; its elements carry no marks, they lie on the set.
public final class Sequence implements Value {
  private final Type type;
  private final Value[] elements;
  private final SortedSet<Mark> marks;
  private final boolean whollyKnown;
  private final boolean marked;
  private final int hash;
  private final int depth;

  private Sequence(Type type, Value[] elements, SortedSet<Mark> marks) {
    this.type = type;
    this.elements = elements;
    this.marks = marks;
    boolean known = true;
    boolean anyMark = !marks.isEmpty();
    for (Value element : elements) {
      known &= element.whollyKnown();
      anyMark |= element.marked();
    }
    this.whollyKnown = known;
    this.marked = anyMark;
    this.depth = Depth.around(elements);
    this.hash = 31 * type.hashCode() + Arrays.hashCode(elements);
  }

  static Sequence tuple(List<? extends Value> elements) {
    var array = elements.toArray(Value[]::new);
    return new Sequence(
        Type.tuple(Arrays.stream(array).map(Value::type).toList()), array, Marks.NONE);
  }

  static Sequence list(Type element, List<? extends Value> elements) {
    return new Sequence(Type.list(element), elements.toArray(Value[]::new), Marks.NONE);
  }

  static Sequence set(Type element, Collection<? extends Value> elements) {
    var marks = new TreeSet<Mark>();
    var known = new TreeMap<Value, Value>(ORDER);
    var unknown = new ArrayList<Value>();
    for (Value each : elements) {
      var unmarked = each.unmark();
      unmarked.marks().values().forEach(marks::addAll);
      if (unmarked.value().whollyKnown()) known.putIfAbsent(unmarked.value(), unmarked.value());
      else unknown.add(unmarked.value());
    }
    var all = new ArrayList<>(known.values());
    all.addAll(unknown);
    return new Sequence(Type.set(element), all.toArray(Value[]::new), Marks.of(marks));
  }

  @Override
  public Type type() {
    return type;
  }

  public boolean isSet() {
    return type instanceof Type.SetOf;
  }

  public List<Value> elements() {
    return Collections.unmodifiableList(Arrays.asList(elements));
  }

  public int size() {
    return elements.length;
  }

  /// Whether another one has the same elements, in whichever order.
  public boolean hasSameElements(Sequence other) {
    return size() == other.size() && counted().equals(other.counted());
  }

  private Map<Value, Long> counted() {
    return Arrays.stream(elements)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  public Value get(int position) {
    return elements[position];
  }

  /// The same kind of sequence with other elements. The element type of lists and sets stays.
  public Sequence withElements(List<? extends Value> replaced) {
    Sequence plain =
        switch (type) {
          case Type.ListOf(var element) -> list(element, replaced);
          case Type.SetOf(var element) -> set(element, replaced);
          default -> tuple(replaced);
        };
    return (Sequence) plain.mark(marks);
  }

  @Override
  public SortedSet<Mark> marks() {
    return marks;
  }

  @Override
  public Sequence withMarks(SortedSet<Mark> replaced) {
    return replaced.equals(marks) ? this : new Sequence(type, elements, replaced);
  }

  @Override
  public boolean whollyKnown() {
    return whollyKnown;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public boolean marked() {
    return marked;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Sequence that && StructuralEquality.same(this, that);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(elements) + ": " + type + (marks.isEmpty() ? "" : " " + marks);
  }
}
