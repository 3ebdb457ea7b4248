package io.keelson.engine.value;

import io.keelson.engine.address.AttributePath;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Converts values between types the way Terraform does: primitives through their text, tuples to
/// lists and sets, objects to maps and back. The only place that does.
final class TypeConversions {
  private TypeConversions() {}

  static Conversion convert(Value value, Type type) {
    try {
      return new Conversion.Converted(convert(value, type, AttributePath.ROOT));
    } catch (Mismatch mismatch) {
      return new Conversion.NotConvertible(mismatch.path, mismatch.reason);
    }
  }

  /// Never leaves this class: it only shortens the way out of a deep tree.
  private static final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient AttributePath path;
    private final String reason;

    Mismatch(AttributePath path, String reason) {
      super(reason, null, false, false);
      this.path = path;
      this.reason = reason;
    }
  }

  private static Value convert(Value value, Type type, AttributePath path) {
    if (type == Types.DYNAMIC || value.type().equals(type)) return value;
    Value bare =
        switch (value) {
          case Value.Null _ -> Value.nothing(type);
          case Value.Unknown unknown -> unknown(unknown, type, path);
          default -> known(value, type, path);
        };
    return bare.mark(value.marks());
  }

  private static Value unknown(Value.Unknown value, Type type, AttributePath path) {
    if (!possible(value.type(), type)) throw mismatch(value.type(), type, path);
    var converted = precise(value.type(), type);
    return value.notNull() ? Value.unknownNotNull(converted) : Value.unknown(converted);
  }

  /// The declared type, with dynamic parts filled in by what the value is known to be.
  private static Type precise(Type from, Type to) {
    if (!to.hasDynamic() || from == Types.DYNAMIC) return to;
    return switch (to) {
      case Type.Dynamic _ -> from;
      case Type.ListOf(var element) when from instanceof Type.ListOf(var mine) ->
          Type.list(precise(mine, element));
      case Type.SetOf(var element) when from instanceof Type.SetOf(var mine) ->
          Type.set(precise(mine, element));
      case Type.MapOf(var element) when from instanceof Type.MapOf(var mine) ->
          Type.map(precise(mine, element));
      case Type.ObjectOf object when from instanceof Type.ObjectOf mine -> {
        var attributes = object.attributes();
        attributes.replaceAll((name, type) -> {
          var known = mine.attribute(name);
          return known == null ? type : precise(known, type);
        });
        yield Type.object(attributes);
      }
      default -> to;
    };
  }

  private static boolean possible(Type from, Type to) {
    if (from == Types.DYNAMIC || to == Types.DYNAMIC || from.equals(to)) return true;
    return switch (to) {
      case Type.Primitive target ->
          from instanceof Type.Primitive source
              && (target == Types.STRING || source == Types.STRING);
      case Type.Dynamic _ -> true;
      case Type.ListOf(var element) -> possibleElements(from, element);
      case Type.SetOf(var element) -> possibleElements(from, element);
      case Type.MapOf(var element) -> possibleValues(from, element);
      case Type.TupleOf(var elements) -> possibleTuple(from, elements);
      case Type.ObjectOf object -> possibleObject(from, object);
    };
  }

  private static boolean possibleElements(Type from, Type element) {
    return switch (from) {
      case Type.ListOf(var each) -> possible(each, element);
      case Type.SetOf(var each) -> possible(each, element);
      case Type.TupleOf(var all) -> all.stream().allMatch(each -> possible(each, element));
      default -> false;
    };
  }

  private static boolean possibleValues(Type from, Type element) {
    return switch (from) {
      case Type.MapOf(var each) -> possible(each, element);
      case Type.ObjectOf object ->
          object.attributes().values().stream().allMatch(each -> possible(each, element));
      default -> false;
    };
  }

  private static boolean possibleTuple(Type from, List<Type> elements) {
    if (!(from instanceof Type.TupleOf(var sources)) || sources.size() != elements.size())
      return false;
    for (int i = 0; i < elements.size(); i++)
      if (!possible(sources.get(i), elements.get(i))) return false;
    return true;
  }

  private static boolean possibleObject(Type from, Type.ObjectOf to) {
    return switch (from) {
      case Type.MapOf(var each) ->
          to.attributes().values().stream().allMatch(type -> possible(each, type));
      case Type.ObjectOf source ->
          to.attributes().entrySet().stream()
              .allMatch(entry -> {
                var attribute = source.attribute(entry.getKey());
                return attribute != null && possible(attribute, entry.getValue());
              });
      default -> false;
    };
  }

  private static Value known(Value value, Type type, AttributePath path) {
    return switch (type) {
      case Type.Primitive primitive -> primitive(value, primitive, path);
      case Type.Dynamic _ -> value;
      case Type.ListOf(var element) -> {
        var elements = elements(value, element, type, path);
        // Unknown elements may turn out equal to others: nobody knows how long the list will be.
        if (value instanceof Sequence set && set.isSet() && !set.whollyKnown())
          yield Value.unknownNotNull(Type.list(elementType(element, elements, path)));
        yield Value.list(elementType(element, elements, path), elements);
      }
      case Type.SetOf(var element) -> {
        var elements = elements(value, element, type, path);
        yield Value.set(elementType(element, elements, path), elements);
      }
      case Type.MapOf(var element) -> map(value, element, path);
      case Type.TupleOf(var elements) -> tuple(value, elements, path);
      case Type.ObjectOf object -> object(value, object, path);
    };
  }

  private static Value primitive(Value value, Type.Primitive type, AttributePath path) {
    return switch (type) {
      case STRING ->
          switch (value) {
            case Value.Num num -> Value.text(Numbers.text(num.number()));
            case Value.Truth truth -> Value.text(Boolean.toString(truth.truth()));
            default -> throw mismatch(value.type(), type, path);
          };
      case NUMBER -> {
        if (!(value instanceof Value.Text text)) throw mismatch(value.type(), type, path);
        yield Value.number(parse(text.text(), path));
      }
      case BOOL -> {
        if (!(value instanceof Value.Text text)) throw mismatch(value.type(), type, path);
        yield switch (text.text()) {
          case "true", "1" -> Value.truth(true);
          case "false", "0" -> Value.truth(false);
          default -> throw new Mismatch(path, "a bool is needed: \"true\" or \"false\"");
        };
      }
    };
  }

  private static BigDecimal parse(String text, AttributePath path) {
    try {
      var number = new BigDecimal(text);
      var problem = Numbers.problem(number);
      if (problem.isPresent()) throw new Mismatch(path, problem.get());
      return number;
    } catch (NumberFormatException e) {
      throw new Mismatch(path, "a number is needed, but this string is none");
    }
  }

  private static List<Value> elements(Value value, Type element, Type wanted, AttributePath path) {
    if (!(value instanceof Sequence sequence)) throw mismatch(value.type(), wanted, path);
    var common = element == Types.DYNAMIC ? common(elementTypes(sequence), path) : element;
    var converted = new ArrayList<Value>(sequence.size());
    for (int i = 0; i < sequence.size(); i++)
      converted.add(convert(sequence.get(i), common, path.index(i)));
    return converted;
  }

  private static List<Type> elementTypes(Sequence sequence) {
    return sequence.elements().stream().map(Value::type).toList();
  }

  private static Type elementType(Type declared, List<Value> elements, AttributePath path) {
    if (!declared.hasDynamic()) return declared;
    return elements.isEmpty()
        ? declared
        : common(elements.stream().map(Value::type).toList(), path);
  }

  private static Type common(List<Type> types, AttributePath path) {
    return Unification.unify(types)
        .orElseThrow(() -> new Mismatch(path, "all elements must have one type, but these differ"));
  }

  private static Value map(Value value, Type element, AttributePath path) {
    if (!(value instanceof Mapping mapping)) throw mismatch(value.type(), Type.map(element), path);
    var types = mapping.values().stream().map(Value::type).toList();
    var common = element == Types.DYNAMIC ? common(types, path) : element;
    var converted = new TreeMap<String, Value>();
    for (int i = 0; i < mapping.size(); i++)
      converted.put(mapping.key(i), convert(mapping.value(i), common, path.key(mapping.key(i))));
    return Value.map(elementType(element, List.copyOf(converted.values()), path), converted);
  }

  private static Value tuple(Value value, List<Type> elements, AttributePath path) {
    if (!(value instanceof Sequence sequence)
        || sequence.isSet()
        || sequence.size() != elements.size())
      throw mismatch(value.type(), Type.tuple(elements), path);
    var converted = new ArrayList<Value>(elements.size());
    for (int i = 0; i < elements.size(); i++)
      converted.add(convert(sequence.get(i), elements.get(i), path.index(i)));
    return Value.tuple(converted);
  }

  private static Value object(Value value, Type.ObjectOf type, AttributePath path) {
    if (!(value instanceof Mapping mapping)) throw mismatch(value.type(), type, path);
    var converted = new Value[type.size()];
    for (int i = 0; i < converted.length; i++) {
      var name = type.name(i);
      var attribute = mapping.get(name);
      if (attribute == null) throw new Mismatch(path, "the attribute '" + name + "' is missing");
      converted[i] = convert(attribute, type.type(i), path.attribute(name));
    }
    return Mapping.object(type, converted);
  }

  private static Mismatch mismatch(Type from, Type to, AttributePath path) {
    return new Mismatch(
        path, "this is " + described(from) + ", but " + described(to) + " is needed");
  }

  private static String described(Type type) {
    return switch (type) {
      case Type.Primitive primitive -> "a " + primitive;
      case Type.Dynamic _ -> "any value";
      case Type.ListOf _ -> "a list";
      case Type.SetOf _ -> "a set";
      case Type.MapOf _ -> "a map";
      case Type.TupleOf(var elements) -> "a tuple of " + elements.size();
      case Type.ObjectOf _ -> "an object";
    };
  }
}
