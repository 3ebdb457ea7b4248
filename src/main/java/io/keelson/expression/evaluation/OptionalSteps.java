package io.keelson.expression.evaluation;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Steps that may lead nowhere: `has(a.b)`, `a.?b` and `a[?0]`.
///
/// Null and absent are one thing, because for users they are: here we leave CEL, where `has` tells
/// whether a map has the key.
final class OptionalSteps {
  private OptionalSteps() {}

  static Value has(Value operand, Node.Has has) {
    return switch (operand) {
      case Mapping mapping -> present(mapping.get(has.name())).mark(mapping.marks());
      case Value.Null _ -> Value.truth(false).mark(operand.marks());
      case Value.Unknown unknown -> {
        if (unknown.type() instanceof Type.ObjectOf object && !object.has(has.name()))
          yield Value.truth(false).mark(unknown.marks());
        yield Value.unknownNotNull(Types.BOOL).mark(unknown.marks());
      }
      default -> {
        Steps.attribute(operand.type(), has.name(), has.what(), has.at());
        throw new IllegalStateException("a " + operand.type() + " with attributes");
      }
    };
  }

  private static Value present(@Nullable Value value) {
    if (value == null) return Value.truth(false);
    if (value instanceof Value.Unknown unknown && !unknown.notNull())
      return Value.unknownNotNull(Types.BOOL).mark(value.marks());
    return Value.truth(!value.isNull()).mark(value.marks());
  }

  /// An optional; an unknown where it is not known whether there is a value. A step from an
  /// optional is one from what it holds.
  static Value element(Value operand, Value key, String what, int at) {
    var held = Capsule.isOptional(operand) ? Capsule.held(operand) : operand;
    var element = elementOrNull(held, key, what, at);
    var marked = element.mark(held.marks()).mark(key.marks());
    if (marked.isNull()) return Capsule.none(marked.type()).mark(marked.marks());
    if (marked instanceof Value.Unknown unknown && !unknown.notNull()) return marked;
    return Capsule.some(marked).mark(marked.marks());
  }

  private static Value elementOrNull(Value operand, Value key, String what, int at) {
    if (operand.isNull() || operand.isUnknown() || key.isUnknown()) {
      // Also of a null only what its type may have can be asked for.
      var element = unknownElement(operand.type(), key, what, at);
      return operand.isNull() ? Value.nothing(element.type()) : element;
    }
    return switch (operand) {
      case Mapping mapping when !Capsule.isCapsule(mapping) ->
          orNull(mapping.get(keyText(key, at)), mapping.type());
      case Sequence sequence when !sequence.isSet() && key instanceof Value.Num(var number, _) -> {
        boolean inside =
            number.signum() >= 0 && number.compareTo(BigDecimal.valueOf(sequence.size())) < 0;
        yield inside ? Steps.element(sequence, key, what, at) : orNull(null, sequence.type());
      }
      default -> Steps.element(operand, key, what, at);
    };
  }

  private static Value orNull(@Nullable Value value, Type collection) {
    return value == null ? Value.nothing(element(collection)) : value;
  }

  /// The type of an element that may be absent. The type of an object or a tuple does not tell the
  /// type of an element that it lacks.
  private static Type element(Type collection) {
    return switch (collection) {
      case Type.MapOf(var element) -> element;
      case Type.ListOf(var element) -> element;
      default -> Types.DYNAMIC;
    };
  }

  private static Value unknownElement(Type type, Value key, String what, int at) {
    boolean named =
        key instanceof Value.Text && (type instanceof Type.ObjectOf || type instanceof Type.MapOf);
    if (!named) {
      Steps.anyElement(type, what, at);
      return Value.unknown(element(type));
    }
    var name = ((Value.Text) key).text();
    if (type instanceof Type.ObjectOf object && !object.has(name))
      return Value.nothing(Types.DYNAMIC);
    return Value.unknown(Steps.attribute(type, name, what, at));
  }

  private static String keyText(Value key, int at) {
    return switch (key) {
      case Value.Text(String text, _) -> text;
      case Value.Num(var number, _) -> Numbers.text(number);
      default ->
          throw Problem.expression(at, "wrong key", "a key must be a string or a number", "");
    };
  }
}
