package io.keelson.engine.value;

import io.keelson.engine.address.AttributePath;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A value that is known, null or unknown; any node of it may carry marks. Immutable.
///
/// Three equalities (never mixed): [#sameAs] is the language's `==`, [#matches] is planning's, and
/// `equals` compares representations, marks included.
public sealed interface Value
    permits Value.Null, Value.Unknown, Value.Text, Value.Num, Value.Truth, Sequence, Mapping {

  /// A total order over wholly known values, used for set elements. Marks play no part.
  Comparator<Value> ORDER = ValueOrder::compare;

  /// The structural type. Only nulls and unknowns may be dynamic.
  Type type();

  /// The marks of this node only, in order.
  SortedSet<Mark> marks();

  /// This value with exactly the given marks on its node.
  Value withMarks(SortedSet<Mark> marks);

  /// Whether no part of the tree is unknown.
  default boolean whollyKnown() {
    return true;
  }

  /// Whether any node of the tree carries a mark.
  default boolean marked() {
    return !marks().isEmpty();
  }

  default boolean isNull() {
    return this instanceof Null;
  }

  default boolean isUnknown() {
    return this instanceof Unknown;
  }

  /// Nothing, of a type: an argument left out.
  record Null(Type type, SortedSet<Mark> marks) implements Value {
    @Override
    public Null withMarks(SortedSet<Mark> marks) {
      return new Null(type, marks);
    }
  }

  /// Not decided until apply.
  ///
  /// @param notNull whether the value is promised not to be null
  /// @rule R-UNK-1
  record Unknown(Type type, boolean notNull, SortedSet<Mark> marks) implements Value {
    @Override
    public Unknown withMarks(SortedSet<Mark> marks) {
      return new Unknown(type, notNull, marks);
    }

    @Override
    public boolean whollyKnown() {
      return false;
    }
  }

  /// A string, in Unicode normal form C.
  record Text(String text, SortedSet<Mark> marks) implements Value {
    public Text {
      text = NormalText.of(text);
    }

    @Override
    public Type type() {
      return Types.STRING;
    }

    @Override
    public Text withMarks(SortedSet<Mark> marks) {
      return new Text(text, marks);
    }
  }

  /// A number of any size in canonical form: 1.0 is 1.
  record Num(java.math.BigDecimal number, SortedSet<Mark> marks) implements Value {
    /// @throws ArithmeticException if the number is beyond [Numbers#problem]'s limits
    public Num {
      number = Numbers.canonical(number);
    }

    @Override
    public Type type() {
      return Types.NUMBER;
    }

    @Override
    public Num withMarks(SortedSet<Mark> marks) {
      return new Num(number, marks);
    }
  }

  /// True or false.
  record Truth(boolean truth, SortedSet<Mark> marks) implements Value {
    @Override
    public Type type() {
      return Types.BOOL;
    }

    @Override
    public Truth withMarks(SortedSet<Mark> marks) {
      return new Truth(truth, marks);
    }
  }

  static Value text(String text) {
    return new Text(text, Marks.NONE);
  }

  static Value number(long number) {
    return new Num(java.math.BigDecimal.valueOf(number), Marks.NONE);
  }

  static Value number(java.math.BigDecimal number) {
    return new Num(number, Marks.NONE);
  }

  static Value truth(boolean truth) {
    return new Truth(truth, Marks.NONE);
  }

  static Value nothing(Type type) {
    return new Null(type, Marks.NONE);
  }

  static Value unknown(Type type) {
    return new Unknown(type, false, Marks.NONE);
  }

  /// An unknown that is promised not to be null.
  static Value unknownNotNull(Type type) {
    return new Unknown(type, true, Marks.NONE);
  }

  /// A tuple of the elements' types.
  static Sequence tuple(List<? extends Value> elements) {
    return Sequence.tuple(elements);
  }

  /// A list; every element must have the type `element`, or any type if that is dynamic.
  static Sequence list(Type element, List<? extends Value> elements) {
    return Sequence.list(element, elements);
  }

  /// A set: equal elements collapse, marks of elements lift to the set.
  static Sequence set(Type element, Collection<? extends Value> elements) {
    return Sequence.set(element, elements);
  }

  /// An object of the attributes' types.
  static Mapping object(Map<String, ? extends Value> attributes) {
    return Mapping.object(attributes);
  }

  /// A map; every element must have the type `element`, or any type if that is dynamic.
  static Mapping map(Type element, Map<String, ? extends Value> elements) {
    return Mapping.map(element, elements);
  }

  /// The language's `==`: unknown parts may leave the answer open.
  ///
  /// @rule R-UNK-3
  default Tri sameAs(Value other) {
    return Equality.sameAs(this, other);
  }

  /// Planning's equality: types count, marks and refinements do not, an unknown matches nothing.
  ///
  /// @rule R-PLAN-15
  default boolean matches(Value other) {
    return Equality.matches(this, other);
  }

  /// This value as a value of `type`, as Terraform converts for attributes and variables. Marks
  /// stay.
  default Conversion convert(Type type) {
    return TypeConversions.convert(this, type);
  }

  /// How many collections are inside each other; 0 for a value that is none.
  default int depth() {
    return 0;
  }

  /// This value with `more` added to the marks of its node.
  default Value mark(SortedSet<Mark> more) {
    if (more.isEmpty() || marks().containsAll(more)) return this;
    var all = new TreeSet<>(marks());
    all.addAll(more);
    return withMarks(Marks.of(all));
  }

  /// The tree without marks, and where they were.
  default Unmarked unmark() {
    return Unmarked.of(this);
  }

  /// Every mark in the tree.
  default SortedSet<Mark> allMarks() {
    if (!marked()) return Marks.NONE;
    var all = new TreeSet<>(marks());
    switch (this) {
      case Sequence sequence ->
          sequence.elements().forEach(element -> all.addAll(element.allMarks()));
      case Mapping mapping -> mapping.values().forEach(element -> all.addAll(element.allMarks()));
      case Null _, Unknown _, Text _, Num _, Truth _ -> {}
    }
    return Marks.of(all);
  }

  /// This value with another part at `path`.
  ///
  /// @throws IllegalArgumentException if the path leads nowhere
  default Value with(AttributePath path, Value part) {
    return Paths.with(this, path.steps(), part);
  }

  /// The value at `path`, or empty if the path leads nowhere. Below an unknown everything is
  /// unknown; below a null there is nothing.
  default Optional<Value> at(AttributePath path) {
    return Paths.at(this, path);
  }
}
