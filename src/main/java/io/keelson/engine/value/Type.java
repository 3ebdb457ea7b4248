package io.keelson.engine.value;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The structural type of a value, as in Terraform's type system. Equal structure is equal type.
public sealed interface Type {
  /// The types without parts.
  enum Primitive implements Type {
    STRING("string"),
    NUMBER("number"),
    BOOL("bool");

    private final String text;

    Primitive(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /// A declared type only: the value decides. Known values never have it; a null or unknown may.
  enum Dynamic implements Type {
    DYNAMIC;

    @Override
    public String toString() {
      return "any";
    }
  }

  /// Any number of elements of one type, in order.
  record ListOf(Type element) implements Type {
    @Override
    public String toString() {
      return TypeText.of(this);
    }
  }

  /// Distinct elements of one type, without order.
  record SetOf(Type element) implements Type {
    @Override
    public String toString() {
      return TypeText.of(this);
    }
  }

  /// Any string keys, with elements of one type.
  record MapOf(Type element) implements Type {
    @Override
    public String toString() {
      return TypeText.of(this);
    }
  }

  /// A fixed number of elements, each with a type of its own.
  record TupleOf(List<Type> elements) implements Type {
    public TupleOf {
      elements = TypeList.of(elements);
    }

    boolean dynamic() {
      return TypeList.of(elements).hasDynamic();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof TupleOf that && StructuralEquality.same(this, that);
    }

    @Override
    public int hashCode() {
      return elements.hashCode();
    }

    @Override
    public String toString() {
      return TypeText.of(this);
    }
  }

  /// The kind of type, without the parts of tuples and the attributes of objects: their names may
  /// be keys of something that nobody may see.
  default String outline() {
    return switch (this) {
      case ListOf(var element) -> "list(" + element.outline() + ")";
      case SetOf(var element) -> "set(" + element.outline() + ")";
      case MapOf(var element) -> "map(" + element.outline() + ")";
      case TupleOf _ -> "tuple";
      case ObjectOf _ -> "object";
      case Primitive _, Dynamic _ -> toString();
    };
  }

  static Type list(Type element) {
    return new ListOf(element);
  }

  static Type set(Type element) {
    return new SetOf(element);
  }

  static Type map(Type element) {
    return new MapOf(element);
  }

  static Type tuple(List<Type> elements) {
    return new TupleOf(elements);
  }

  static ObjectOf object(Map<String, Type> attributes) {
    return ObjectOf.of(attributes);
  }

  /// Whether a value of this type can only be described completely by the value itself.
  default boolean hasDynamic() {
    return switch (this) {
      case Primitive _ -> false;
      case Dynamic _ -> true;
      case ListOf(var element) -> element.hasDynamic();
      case SetOf(var element) -> element.hasDynamic();
      case MapOf(var element) -> element.hasDynamic();
      case TupleOf tuple -> tuple.dynamic();
      case ObjectOf object -> object.dynamic();
    };
  }

  /// Fixed attribute names, each with a type of its own. Names are kept sorted.
  final class ObjectOf implements Type {
    private final String[] names;
    private final Type[] types;
    private final int hash;
    private final boolean dynamic;

    private ObjectOf(String[] names, Type[] types) {
      this.names = names;
      this.types = types;
      this.hash = 31 * Arrays.hashCode(names) + Arrays.hashCode(types);
      this.dynamic = Arrays.stream(types).anyMatch(Type::hasDynamic);
    }

    static ObjectOf of(Map<String, Type> attributes) {
      var sorted = new TreeMap<>(attributes);
      return new ObjectOf(
          sorted.keySet().toArray(String[]::new), sorted.values().toArray(Type[]::new));
    }

    /// Takes the arrays as they are; `names` must be sorted and distinct.
    static ObjectOf ofSorted(String[] names, Type[] types) {
      return new ObjectOf(names, types);
    }

    /// The attribute names in text order.
    public List<String> names() {
      return Collections.unmodifiableList(Arrays.asList(names));
    }

    public int size() {
      return names.length;
    }

    public String name(int position) {
      return names[position];
    }

    public Type type(int position) {
      return types[position];
    }

    /// The attribute's position in name order, or a negative number if there is none.
    public int indexOf(String name) {
      return Arrays.binarySearch(names, name);
    }

    public boolean has(String name) {
      return indexOf(name) >= 0;
    }

    /// The type of the attribute, or null if there is none.
    public @Nullable Type attribute(String name) {
      int position = indexOf(name);
      return position < 0 ? null : types[position];
    }

    public SortedMap<String, Type> attributes() {
      var attributes = new TreeMap<String, Type>();
      for (int i = 0; i < names.length; i++) attributes.put(names[i], types[i]);
      return attributes;
    }

    boolean dynamic() {
      return dynamic;
    }

    String[] sharedNames() {
      return names;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ObjectOf that && StructuralEquality.same(this, that);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public String toString() {
      return TypeText.of(this);
    }
  }
}
