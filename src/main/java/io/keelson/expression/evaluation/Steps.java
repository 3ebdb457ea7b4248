package io.keelson.expression.evaluation;

import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.util.List;

/// One step down into a value or a type: by name, by position, by computed key.
///
/// An unknown answers by its type: what its type does not have is a mistake already now, whatever
/// the value will be.
public final class Steps {
  private static final int LONGEST_POSITION = 100;

  private Steps() {}

  public static Type attribute(Type type, String name, String what, int at) {
    return switch (type) {
      case Type.ObjectOf object -> {
        var attribute = object.attribute(name);
        if (attribute == null) throw noAttribute(name, object, what, at);
        yield attribute;
      }
      case Type.MapOf(var element) -> element;
      case Type.Dynamic _ -> type;
      case Type.Primitive _ ->
          throw badStep(at, what + " is " + TypeNames.of(type) + " and has no attributes", "");
      case Type.SetOf _, Type.ListOf _, Type.TupleOf _ ->
          throw badStep(
              at,
              what + " is " + TypeNames.of(type) + " and has no attribute '" + name + "'",
              "Write " + what + ".map(x, x." + name + ") for the attribute of every element.");
    };
  }

  static Value attribute(Value value, String name, String what, int at) {
    return switch (value) {
      case Mapping capsule when Capsule.isCapsule(capsule) ->
          throw badStep(at, what + " is " + TypeNames.of(value) + " and has no attributes", "");
      case Mapping mapping -> {
        var attribute = mapping.get(name);
        if (attribute == null) throw noKey(name, mapping, what, at);
        yield attribute.mark(mapping.marks());
      }
      case Value.Unknown unknown ->
          Value.unknown(attribute(unknown.type(), name, what, at)).mark(unknown.marks());
      case Value.Null _ -> throw isNull(what, at);
      default -> {
        attribute(value.type(), name, what, at);
        throw new IllegalStateException("a " + value.type() + " with attributes");
      }
    };
  }

  public static Type element(Type type, int index, String what, int at) {
    return switch (type) {
      case Type.ListOf(var element) -> element;
      case Type.TupleOf(var elements) -> {
        if (index >= elements.size()) throw outOfRange(index, elements.size(), what, at);
        yield elements.get(index);
      }
      case Type.MapOf(var element) -> element;
      case Type.ObjectOf _ -> attribute(type, Integer.toString(index), what, at);
      case Type.Dynamic _ -> type;
      case Type.SetOf _ -> throw setIndex(what, at);
      case Type.Primitive _ ->
          throw badStep(at, what + " is " + TypeNames.of(type) + " and has no elements", "");
    };
  }

  static Value element(Value value, int index, String what, int at) {
    return switch (value) {
      case Sequence sequence when !sequence.isSet() -> {
        if (index >= sequence.size()) throw outOfRange(index, sequence.size(), what, at);
        yield sequence.get(index).mark(sequence.marks());
      }
      case Mapping mapping -> attribute(mapping, Integer.toString(index), what, at);
      case Value.Unknown unknown ->
          Value.unknown(element(unknown.type(), index, what, at)).mark(unknown.marks());
      case Value.Null _ -> throw isNull(what, at);
      default -> {
        element(value.type(), index, what, at);
        throw new IllegalStateException("a " + value.type() + " with elements");
      }
    };
  }

  /// The element under a computed key. A key that is unknown makes the element unknown. A key that
  /// is marked is never told.
  static Value element(Value value, Value key, String what, int at) {
    if (key.marks().isEmpty() && value.marks().isEmpty()) return find(value, key, what, at);
    try {
      return find(value, key, what, at);
    } catch (Problem problem) {
      throw new Problem(
          problem.code(),
          at,
          problem.summary(),
          what + " has no such element; which one is not told, because it is sensitive",
          "");
    }
  }

  private static Value find(Value value, Value key, String what, int at) {
    return switch (key) {
      case Value.Text text ->
          value.type() instanceof Type.ListOf || value.type() instanceof Type.TupleOf
              ? element(value, position(text, what, at), what, at)
              : attribute(value, text.text(), what, at);
      case Value.Num num ->
          value.type() instanceof Type.MapOf || value.type() instanceof Type.ObjectOf
              ? attribute(value, Numbers.text(num.number()), what, at)
              : element(value, position(num.number(), what, at), what, at);
      case Value.Unknown _ -> Value.unknown(anyElement(value.type(), what, at)).mark(value.marks());
      default -> throw badStep(at, "a key must be a string or a number", "");
    };
  }

  /// The one type of all elements, or dynamic, for a key that only the evaluation knows.
  public static Type anyElement(Type type, String what, int at) {
    return switch (type) {
      case Type.ListOf(var element) -> element;
      case Type.MapOf(var element) -> element;
      case Type.TupleOf(var elements) ->
          elements.isEmpty() ? Types.DYNAMIC : ArmTypes.same(elements);
      case Type.ObjectOf object ->
          object.size() == 0
              ? Types.DYNAMIC
              : ArmTypes.same(List.copyOf(object.attributes().values()));
      case Type.Dynamic _ -> type;
      case Type.SetOf _ -> throw setIndex(what, at);
      case Type.Primitive _ ->
          throw badStep(at, what + " is " + TypeNames.of(type) + " and has no elements", "");
    };
  }

  private static int position(Value.Text text, String what, int at) {
    try {
      if (text.text().length() > LONGEST_POSITION) throw new NumberFormatException();
      return position(new BigDecimal(text.text()), what, at);
    } catch (NumberFormatException e) {
      throw badStep(
          at, what + " is a list, so its elements are found by number", "Write a whole number.");
    }
  }

  private static int position(BigDecimal number, String what, int at) {
    if (number.signum() < 0 || number.stripTrailingZeros().scale() > 0)
      throw badStep(at, "the index into " + what + " must be a whole number from 0 on", "");
    return number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0
        ? Integer.MAX_VALUE
        : number.intValue();
  }

  private static Problem noAttribute(String name, Type.ObjectOf object, String what, int at) {
    return Problem.badReference(
        at,
        "no such attribute",
        what + " has no attribute '" + name + "'",
        Nearest.advice(name, object.names()));
  }

  /// Messages do not name the keys of a marked mapping.
  private static Problem noKey(String name, Mapping mapping, String what, int at) {
    if (mapping.type() instanceof Type.ObjectOf object && mapping.marks().isEmpty())
      return noAttribute(name, object, what, at);
    var advice = mapping.marks().isEmpty() ? Nearest.advice(name, mapping.keys()) : "";
    return Problem.badReference(at, "no such key", what + " has no key '" + name + "'", advice);
  }

  private static Problem outOfRange(int index, int size, String what, int at) {
    var reason =
        size == 0
            ? what + " has no elements, so there is none at " + index
            : what
                + " has "
                + size
                + " element"
                + (size == 1 ? "" : "s")
                + ", counted from 0;"
                + " there is none at "
                + index;
    return Problem.badReference(at, "index out of range", reason, "");
  }

  private static Problem setIndex(String what, int at) {
    return badStep(
        at,
        what + " is a set, and the elements of a set have no keys",
        "Write toList(" + what + ") first, which puts them in order.");
  }

  private static Problem isNull(String what, int at) {
    return Problem.expression(
        at,
        "null has no parts",
        what + " is null here",
        "Use '.?' with orValue(…), or coalesce(…), for a value that may be null.");
  }

  private static Problem badStep(int at, String reason, String advice) {
    return Problem.badReference(at, "reference does not fit", reason, advice);
  }
}
