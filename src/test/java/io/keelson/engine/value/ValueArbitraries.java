package io.keelson.engine.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Random types, and random values that have them.
public final class ValueArbitraries {
  private ValueArbitraries() {}

  /// Types with dynamic parts, nested at most `depth` deep.
  public static Arbitrary<Type> types(int depth) {
    Arbitrary<Type> plain = Arbitraries.of(Types.STRING, Types.NUMBER, Types.BOOL, Types.DYNAMIC);
    if (depth == 0) return plain;
    Arbitrary<Type> inside = types(depth - 1);
    return Arbitraries.oneOf(
        plain,
        inside.map(Type::list),
        inside.map(Type::set),
        inside.map(Type::map),
        inside.list().ofMaxSize(3).map(Type::tuple),
        Arbitraries.maps(names(), inside).ofMaxSize(3).map(Type::object));
  }

  /// Wholly known values of a random type.
  public static Arbitrary<Value> known() {
    return types(2).flatMap(ValueArbitraries::known);
  }

  /// Values of a random type that may have unknown parts.
  public static Arbitrary<Value> any() {
    return types(2).flatMap(type -> of(type, 2, true));
  }

  /// Wholly known values that fit the type; null is one of them.
  public static Arbitrary<Value> known(Type type) {
    return of(type, 2, false);
  }

  /// Values that fit the type and may have unknown parts.
  public static Arbitrary<Value> any(Type type) {
    return of(type, 2, true);
  }

  private static Arbitrary<Value> of(Type type, int depth, boolean unknowns) {
    var choices = new ArrayList<Tuple.Tuple2<Integer, Arbitrary<Value>>>();
    choices.add(Tuple.of(1, Arbitraries.just(Value.nothing(type))));
    if (unknowns) {
      choices.add(Tuple.of(1, Arbitraries.just(Value.unknown(type))));
      choices.add(Tuple.of(1, Arbitraries.just(Value.unknownNotNull(type))));
    }
    choices.add(Tuple.of(8, present(type, depth, unknowns)));
    return Arbitraries.frequencyOf(choices);
  }

  private static Arbitrary<Value> present(Type type, int depth, boolean unknowns) {
    return switch (type) {
      case Type.Primitive primitive -> primitive(primitive);
      case Type.Dynamic _ ->
          types(Math.max(0, depth - 1)).flatMap(actual -> ofActual(actual, depth, unknowns));
      case Type.ListOf(var element) ->
          elements(element, depth, unknowns).map(all -> Value.list(element, all));
      case Type.SetOf(var element) ->
          elements(element, depth, unknowns).map(all -> Value.set(element, all));
      case Type.MapOf(var element) ->
          Arbitraries.maps(texts(), of(element, depth - 1, unknowns))
              .ofMaxSize(3)
              .map(all -> Value.map(element, all));
      case Type.TupleOf(var elements) ->
          combined(elements, depth, unknowns).map(all -> Value.tuple(all));
      case Type.ObjectOf object ->
          combined(new ArrayList<>(object.attributes().values()), depth, unknowns)
              .map(all -> Mapping.object(object, all.toArray(Value[]::new)));
    };
  }

  private static Arbitrary<Value> ofActual(Type actual, int depth, boolean unknowns) {
    return actual == Types.DYNAMIC
        ? Arbitraries.just(Value.nothing(actual))
        : of(actual, depth - 1, unknowns);
  }

  private static Arbitrary<List<Value>> elements(Type element, int depth, boolean unknowns) {
    return of(element, depth - 1, unknowns).list().ofMaxSize(3);
  }

  private static Arbitrary<List<Value>> combined(List<Type> types, int depth, boolean unknowns) {
    if (types.isEmpty()) return Arbitraries.just(List.of());
    return Combinators.combine(types.stream().map(type -> of(type, depth - 1, unknowns)).toList())
        .as(all -> all);
  }

  private static Arbitrary<Value> primitive(Type.Primitive type) {
    return switch (type) {
      case STRING -> texts().map(Value::text);
      case BOOL -> Arbitraries.of(true, false).map(Value::truth);
      case NUMBER -> numbers().map(Value::number);
    };
  }

  /// Small and huge, whole and broken: also those beyond 64 bits.
  public static Arbitrary<BigDecimal> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(-3, 3).map(BigDecimal::valueOf),
        Arbitraries.bigDecimals().ofScale(30),
        Arbitraries.bigIntegers().map(BigDecimal::new),
        Arbitraries.of("1e300", "1e-300", "0.1", "9223372036854775808", "1.0")
            .map(BigDecimal::new));
  }

  public static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "a", "b", "value", "type", "\"", "e\u0301", "\u0001", "\ud83d\ude00"),
        Arbitraries.strings().withCharRange(' ', '\u024f').ofMaxLength(5));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.of("a", "b", "c", "value", "type");
  }
}
