package io.keelson.expression;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/// Puts known values in the place of unknown ones, as an apply does, and tells whether a result
/// keeps what an earlier one promised.
final class Refinement {
  private static final List<String> TEXTS = List.of("", "a", "n", "kk", "1", "true", "é", "{}");
  private static final List<String> NUMBERS = List.of("0", "1", "7", "-1", "2.5", "1000");

  private final Random random;
  private final boolean nulls;

  /// @param nulls whether values may turn out null
  Refinement(long seed, boolean nulls) {
    this.random = new Random(seed);
    this.nulls = nulls;
  }

  /// A wholly known value that the given one may turn out to be.
  Value of(Value value) {
    return switch (value) {
      case Value.Unknown unknown -> known(unknown).mark(unknown.marks());
      case Sequence sequence when !sequence.whollyKnown() ->
          sequence.withElements(sequence.elements().stream().map(this::of).toList());
      case Mapping mapping when !mapping.whollyKnown() -> {
        var entries = new TreeMap<String, Value>();
        mapping.entries().forEach((key, each) -> entries.put(key, of(each)));
        yield mapping.withEntries(entries);
      }
      default -> value;
    };
  }

  private Value known(Value.Unknown unknown) {
    boolean nothing = nulls && !unknown.notNull() && random.nextInt(5) == 0;
    return nothing ? Value.nothing(unknown.type()) : of(unknown.type());
  }

  private Value of(Type type) {
    return switch (type) {
      case Type.Primitive.STRING -> Value.text(pick(TEXTS));
      case Type.Primitive.NUMBER -> Value.number(new BigDecimal(pick(NUMBERS)));
      case Type.Primitive.BOOL -> Value.truth(random.nextBoolean());
      case Type.Dynamic _ -> of(pick(List.of(Types.STRING, Types.NUMBER, Type.list(Types.STRING))));
      case Type.ListOf(var element) -> Value.list(element, some(element));
      case Type.SetOf(var element) -> Value.set(element, some(element));
      case Type.MapOf(var element) -> {
        var entries = new TreeMap<String, Value>();
        for (Value each : some(element)) entries.put(pick(TEXTS), each);
        yield Value.map(element, entries);
      }
      case Type.TupleOf(var elements) -> Value.tuple(elements.stream().map(this::of).toList());
      case Type.ObjectOf object -> {
        var attributes = new TreeMap<String, Value>();
        object.attributes().forEach((name, each) -> attributes.put(name, of(each)));
        yield Value.object(attributes);
      }
    };
  }

  private List<Value> some(Type type) {
    var some = new ArrayList<Value>();
    for (int i = random.nextInt(4); i > 0; i--) some.add(of(type));
    return some;
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /// Whether the later value is one that the earlier value may turn out to be.
  static boolean keeps(Value later, Value earlier) {
    return switch (earlier) {
      case Value.Unknown unknown ->
          later.isNull() ? !unknown.notNull() : fits(later.type(), unknown.type());
      case Sequence sequence -> later instanceof Sequence other && keepsElements(other, sequence);
      case Mapping mapping ->
          later instanceof Mapping other
              && other.keys().equals(mapping.keys())
              && mapping.keys().stream()
                  .allMatch(key -> keeps(other.attribute(key), mapping.attribute(key)));
      case Value.Null _ -> later.isNull();
      case Value.Text _, Value.Num _, Value.Truth _ ->
          later.unmark().value().equals(earlier.unmark().value());
    };
  }

  /// The elements of a set change places when they become known.
  private static boolean keepsElements(Sequence later, Sequence earlier) {
    if (later.isSet() != earlier.isSet()) return false;
    if (earlier.isSet())
      return earlier.elements().stream()
          .allMatch(each -> later.elements().stream().anyMatch(other -> keeps(other, each)));
    if (later.size() != earlier.size()) return false;
    for (int i = 0; i < later.size(); i++) if (!keeps(later.get(i), earlier.get(i))) return false;
    return true;
  }

  /// Whether a value of the first type is one that was promised by the second. A resource with
  /// several instances is declared as a list or map of them, and is a tuple or an object.
  static boolean fits(Type actual, Type promised) {
    if (promised == Types.DYNAMIC || actual == Types.DYNAMIC || actual.equals(promised))
      return true;
    if (promised instanceof Type.ListOf(var element)
        && actual instanceof Type.TupleOf(var elements)
        && element.equals(Sample.ITEM)) return elements.stream().allMatch(e -> fits(e, element));
    if (promised instanceof Type.MapOf(var element)
        && actual instanceof Type.ObjectOf object
        && element.equals(Sample.ITEM))
      return object.attributes().values().stream().allMatch(e -> fits(e, element));
    return switch (promised) {
      case Type.ListOf(var element) ->
          actual instanceof Type.ListOf(var other) && fits(other, element);
      case Type.SetOf(var element) ->
          actual instanceof Type.SetOf(var other) && fits(other, element);
      case Type.MapOf(var element) ->
          actual instanceof Type.MapOf(var other) && fits(other, element);
      case Type.TupleOf(var elements) ->
          actual instanceof Type.TupleOf(var others) && allFit(others, elements);
      case Type.ObjectOf object ->
          actual instanceof Type.ObjectOf other
              && other.names().equals(object.names())
              && allFit(
                  List.copyOf(other.attributes().values()),
                  List.copyOf(object.attributes().values()));
      case Type.Primitive _, Type.Dynamic _ -> false;
    };
  }

  private static boolean allFit(List<Type> actual, List<Type> promised) {
    if (actual.size() != promised.size()) return false;
    for (int i = 0; i < actual.size(); i++) if (!fits(actual.get(i), promised.get(i))) return false;
    return true;
  }
}
