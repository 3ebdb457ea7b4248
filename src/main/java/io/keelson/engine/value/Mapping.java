package io.keelson.engine.value;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// A map or an object, according to its type. Keys are in text order.
public final class Mapping implements Value {
  private final Type type;
  private final String[] keys;
  private final Value[] values;
  private final SortedSet<Mark> marks;
  private final boolean whollyKnown;
  private final boolean marked;
  private final int hash;
  private final int depth;

  private Mapping(Type type, String[] keys, Value[] values, SortedSet<Mark> marks) {
    this.type = type;
    this.keys = keys;
    this.values = values;
    this.marks = marks;
    boolean known = true;
    boolean anyMark = !marks.isEmpty();
    for (Value value : values) {
      known &= value.whollyKnown();
      anyMark |= value.marked();
    }
    this.whollyKnown = known;
    this.marked = anyMark;
    this.depth = Depth.around(values);
    this.hash = 31 * Arrays.hashCode(keys) + Arrays.hashCode(values);
  }

  static Mapping object(Map<String, ? extends Value> attributes) {
    var sorted = new TreeMap<String, Value>(attributes);
    var values = sorted.values().toArray(Value[]::new);
    var types = new Type[values.length];
    for (int i = 0; i < types.length; i++) types[i] = values[i].type();
    var keys = sorted.keySet().toArray(String[]::new);
    return new Mapping(Type.ObjectOf.ofSorted(keys, types), keys, values, Marks.NONE);
  }

  /// An object whose attributes follow the type's name order. Where the type is dynamic the value's
  /// own type takes its place, so that the object knows its structure.
  public static Mapping object(Type.ObjectOf declared, Value[] values) {
    if (values.length != declared.size())
      throw new IllegalArgumentException("expected " + declared.size() + " attributes");
    if (!declared.dynamic())
      return new Mapping(declared, declared.sharedNames(), values, Marks.NONE);
    var types = new Type[values.length];
    for (int i = 0; i < types.length; i++) types[i] = values[i].type();
    var type = Type.ObjectOf.ofSorted(declared.sharedNames(), types);
    return new Mapping(type, declared.sharedNames(), values, Marks.NONE);
  }

  static Mapping map(Type element, Map<String, ? extends Value> elements) {
    var sorted = new TreeMap<String, Value>();
    elements.forEach((key, value) -> sorted.put(NormalText.of(key), value));
    return new Mapping(
        Type.map(element),
        sorted.keySet().toArray(String[]::new),
        sorted.values().toArray(Value[]::new),
        Marks.NONE);
  }

  @Override
  public Type type() {
    return type;
  }

  public boolean isObject() {
    return type instanceof Type.ObjectOf;
  }

  public List<String> keys() {
    return Collections.unmodifiableList(Arrays.asList(keys));
  }

  /// The values in key order.
  public List<Value> values() {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  public int size() {
    return keys.length;
  }

  public String key(int position) {
    return keys[position];
  }

  public Value value(int position) {
    return values[position];
  }

  public boolean has(String key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  /// The value under `key`, or null if there is none.
  public @Nullable Value get(String key) {
    int position = Arrays.binarySearch(keys, key);
    return position < 0 ? null : values[position];
  }

  /// The attribute of an object that must have it.
  ///
  /// @throws IllegalArgumentException if it does not
  public Value attribute(String name) {
    var value = get(name);
    if (value == null) throw new IllegalArgumentException("no attribute " + name + " in " + type);
    return value;
  }

  public SortedMap<String, Value> entries() {
    var entries = new TreeMap<String, Value>();
    for (int i = 0; i < keys.length; i++) entries.put(keys[i], values[i]);
    return entries;
  }

  /// The same kind of mapping with other entries. The element type of a map stays.
  public Mapping withEntries(Map<String, ? extends Value> replaced) {
    Mapping plain =
        type instanceof Type.MapOf(var element) ? map(element, replaced) : object(replaced);
    return (Mapping) plain.mark(marks);
  }

  /// The same keys, each with the value that `change` makes of it; this instance if nothing
  /// changes.
  public Mapping mapValues(BiFunction<String, Value, Value> change) {
    var changed = new Value[values.length];
    boolean any = false;
    for (int i = 0; i < values.length; i++) {
      changed[i] = change.apply(keys[i], values[i]);
      any |= changed[i] != values[i];
    }
    if (!any) return this;
    if (!isObject()) return new Mapping(type, keys, changed, marks);
    var types = new Type[changed.length];
    for (int i = 0; i < types.length; i++) types[i] = changed[i].type();
    return new Mapping(Type.ObjectOf.ofSorted(keys, types), keys, changed, marks);
  }

  @Override
  public SortedSet<Mark> marks() {
    return marks;
  }

  @Override
  public Mapping withMarks(SortedSet<Mark> replaced) {
    return replaced.equals(marks) ? this : new Mapping(type, keys, values, replaced);
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
    return other instanceof Mapping that && StructuralEquality.same(this, that);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return entries() + ": " + (isObject() ? "object" : type) + (marks.isEmpty() ? "" : " " + marks);
  }
}
