package io.keelson.expression.function;

import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.ArmTypes;
import io.keelson.expression.evaluation.Containers;
import io.keelson.expression.evaluation.Steps;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Functions of maps and objects, and those of any collection.
public final class Maps {
  private Maps() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("size", Maps::size);
    functions.put("keys", Maps::keys);
    functions.put("values", Maps::values);
    functions.put("merge", Maps::merge);
    functions.put("lookup", Maps::lookup);
    functions.put("coalesce", Maps::coalesce);
  }

  private static Value size(Call call) {
    var value = call.argument(0);
    return switch (value) {
      case Value.Text(String text, _) ->
          Value.number(text.codePointCount(0, text.length())).mark(value.marks());
      case Sequence sequence when sequence.isSet() && !sequence.whollyKnown() ->
          call.unknown(Types.NUMBER);
      case Sequence sequence -> Value.number(sequence.size()).mark(value.marks());
      case Mapping mapping when !Capsule.isCapsule(mapping) ->
          Value.number(mapping.size()).mark(value.marks());
      case Mapping _ ->
          Capsule.asBytes(value)
              .map(bytes -> Value.number(bytes.length).mark(value.allMarks()))
              .orElseThrow(() -> sizeless(call));
      case Value.Unknown unknown -> unknownSize(unknown, call);
      case Value.Null _, Value.Num _, Value.Truth _ -> throw sizeless(call);
    };
  }

  /// The type of a tuple or object tells how many parts it has.
  private static Value unknownSize(Value.Unknown unknown, Call call) {
    return switch (unknown.type()) {
      case Type.TupleOf(var elements) -> Value.number(elements.size()).mark(unknown.marks());
      case Type.ObjectOf object when !Capsule.isCapsule(object) ->
          Value.number(object.size()).mark(unknown.marks());
      case Type.Primitive primitive when primitive != Types.STRING -> throw sizeless(call);
      default -> call.unknown(Types.NUMBER);
    };
  }

  private static Problem sizeless(Call call) {
    return call.problem("wrong argument", TypeNames.of(call.argument(0)) + " has no size", "");
  }

  private static Value keys(Call call) {
    var value = call.argument(0);
    if (value instanceof Value.Unknown(Type.ObjectOf object, _, var marks))
      return texts(object.names()).mark(marks);
    if (value instanceof Value.Unknown unknown) {
      checkMap(unknown, call);
      boolean map = unknown.type() instanceof Type.MapOf;
      return call.unknown(map ? Type.list(Types.STRING) : Types.DYNAMIC);
    }
    var mapping = call.mapping(0);
    call.budget().elements(mapping.size());
    return (mapping.isObject()
            ? texts(mapping.keys())
            : Value.list(Types.STRING, mapping.keys().stream().map(Value::text).toList()))
        .mark(mapping.marks());
  }

  private static Value texts(List<String> names) {
    return Value.tuple(names.stream().map(Value::text).toList());
  }

  private static void checkMap(Value.Unknown unknown, Call call) {
    if (unknown.type() != Types.DYNAMIC && !(unknown.type() instanceof Type.MapOf))
      throw call.wrongArgument(0, Type.map(Types.DYNAMIC));
  }

  private static Value values(Call call) {
    var value = call.argument(0);
    if (value instanceof Value.Unknown(Type.ObjectOf object, _, _))
      return call.unknown(Type.tuple(List.copyOf(object.attributes().values())));
    if (value instanceof Value.Unknown(Type.MapOf(var element), _, _))
      return call.unknown(Type.list(element));
    if (value instanceof Value.Unknown unknown) {
      checkMap(unknown, call);
      return call.unknown(Types.DYNAMIC);
    }
    var mapping = call.mapping(0);
    call.budget().elements(mapping.size());
    return (mapping.type() instanceof Type.MapOf(var element)
            ? Value.list(element, mapping.values())
            : Value.tuple(mapping.values()))
        .mark(mapping.marks());
  }

  /// Later entries win; nulls count as empty. Maps of one type give such a map, anything else an
  /// object.
  private static Value merge(Call call) {
    var maps = call.sequence(0).elements();
    var merged = new TreeMap<String, Value>();
    var marks = Marks.NONE;
    boolean known = true;
    for (Value each : maps) {
      marks = Marks.union(marks, each.marks());
      if (each instanceof Mapping mapping && !Capsule.isCapsule(mapping)) {
        call.budget().elements(mapping.size());
        merged.putAll(mapping.entries());
      } else if (each instanceof Value.Unknown unknown && isMap(unknown.type())) {
        known = false;
      } else if (!each.isNull() || !isMap(each.type())) {
        throw call.problem(
            "wrong argument", "only maps and objects can be merged, not " + TypeNames.of(each), "");
      }
    }
    var type = maps.getFirst().type();
    boolean one = maps.stream().allMatch(each -> each.type().equals(type));
    boolean map = one && type instanceof Type.MapOf;
    if (!known) return Value.unknownNotNull(map ? type : mergedType(maps)).mark(marks);
    return (one && type instanceof Type.MapOf(var element)
            ? Value.map(element, merged)
            : Value.object(merged))
        .mark(marks);
  }

  private static boolean isMap(Type type) {
    return type == Types.DYNAMIC || type instanceof Type.MapOf || type instanceof Type.ObjectOf;
  }

  /// The attributes of all, unless one is a map whose keys are unknown, or may turn out null.
  private static Type mergedType(List<Value> maps) {
    var attributes = new TreeMap<String, Type>();
    for (Value each : maps) {
      if (each instanceof Mapping mapping)
        for (int i = 0; i < mapping.size(); i++)
          attributes.put(mapping.key(i), mapping.value(i).type());
      else if (each instanceof Value.Unknown(Type.ObjectOf object, boolean notNull, _) && notNull)
        attributes.putAll(object.attributes());
      else if (!each.isNull()) return Types.DYNAMIC;
    }
    return Type.object(attributes);
  }

  /// `toMap(keys, values)`. An unknown key makes the map unknown, an unknown value does not.
  static Value zipped(Call call) {
    if (call.argument(0).isUnknown() || call.argument(1).isUnknown())
      return call.unknown(Type.map(Types.DYNAMIC));
    var keys = call.sequence(0);
    var values = call.sequence(1);
    var marks = Marks.union(keys.allMarks(), values.marks());
    boolean countable = !keys.isSet() && !values.isSet() || call.whollyKnown();
    if (!countable || keys.elements().stream().anyMatch(Value::isUnknown))
      return Value.unknownNotNull(Type.map(Types.DYNAMIC)).mark(call.allMarks());
    if (keys.size() != values.size())
      throw call.problem(
          "wrong argument",
          call.marked()
              ? "there must be as many keys as values"
              : "there are %d keys, but %d values".formatted(keys.size(), values.size()),
          "Give as many values as keys.");
    call.budget().elements(keys.size());
    var entries = new TreeMap<String, Value>();
    for (int i = 0; i < keys.size(); i++)
      Containers.put(keys.get(i), values.get(i), entries, call.at());
    return ConversionFunctions.convert(Value.object(entries), Type.map(Types.DYNAMIC), call)
        .mark(marks);
  }

  private static Value lookup(Call call) {
    var map = call.argument(0);
    var key = call.argument(1);
    if (map instanceof Value.Unknown unknown && !isMap(unknown.type()) || map.isNull())
      throw call.wrongArgument(0, Type.map(Types.DYNAMIC));
    if (key.isUnknown())
      return Value.unknown(valueType(map.type())).mark(map.marks()).mark(key.marks());
    var name = key instanceof Value.Num(BigDecimal number, _) ? Numbers.text(number) : call.text(1);
    if (map instanceof Value.Unknown unknown) return lookupUnknown(unknown, name, call);
    var found = call.mapping(0).get(name);
    if (found == null && call.count() < 3)
      throw Problem.badReference(
          call.at(),
          "no such key",
          "the map has no key '" + (key.marked() ? "(sensitive)" : name) + "'",
          "Give lookup(…) a default as its third argument.");
    return (found == null ? byDefault(map.type(), call) : found)
        .mark(map.marks())
        .mark(key.marks());
  }

  private static Value lookupUnknown(Value.Unknown map, String name, Call call) {
    if (map.type() instanceof Type.ObjectOf object) {
      var attribute = object.attribute(name);
      return (attribute == null && call.count() > 2
              ? call.argument(2)
              : Value.unknown(Steps.attribute(object, name, "the map", call.at())))
          .mark(map.marks());
    }
    return Value.unknown(valueType(map.type())).mark(map.marks());
  }

  private static Type valueType(Type map) {
    return map instanceof Type.MapOf(var element) ? element : Types.DYNAMIC;
  }

  /// The default has the type of the map's elements.
  private static Value byDefault(Type map, Call call) {
    return switch (call.argument(2).convert(valueType(map))) {
      case Conversion.Converted(Value value) -> value;
      case Conversion.NotConvertible _ ->
          throw call.problem(
              "wrong argument",
              "the default must be " + TypeNames.of(valueType(map)) + " as the map's elements are",
              "");
    };
  }

  /// The first that is not null.
  private static Value coalesce(Call call) {
    var marks = Marks.NONE;
    var candidates = call.sequence(0).elements();
    for (int i = 0; i < candidates.size(); i++) {
      var each = candidates.get(i);
      marks = Marks.union(marks, each.marks());
      if (each instanceof Value.Unknown unknown && !unknown.notNull()) {
        var types =
            candidates.subList(i, candidates.size()).stream()
                .filter(value -> !value.isNull())
                .map(Value::type)
                .toList();
        return Value.unknown(ArmTypes.same(types)).mark(marks);
      }
      if (!each.isNull()) return each.mark(marks);
    }
    throw call.problem(
        "nothing but null",
        "all values given to coalesce are null",
        "End with a default that is not.");
  }
}
