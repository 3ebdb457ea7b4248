package io.keelson.expression.value;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.TreeMap;

/// Where a value leaves an expression: optionals are opened (nothing is null), timestamps,
/// durations and quantities become text, bytes are refused.
public final class Borders {
  private Borders() {}

  public static Value leave(Value value, int at) {
    return switch (value) {
      case Mapping mapping when Capsule.isCapsule(mapping) -> open(mapping, at);
      case Mapping mapping -> mapping.mapValues((_, each) -> leave(each, at));
      case Sequence sequence -> {
        var elements = new ArrayList<Value>(sequence.size());
        boolean changed = false;
        for (Value element : sequence.elements()) {
          var left = leave(element, at);
          changed |= left != element;
          elements.add(left);
        }
        yield changed ? sequence.withElements(elements) : sequence;
      }
      case Value.Unknown unknown when Capsule.isCapsule(unknown.type()) ->
          Value.unknown(Types.DYNAMIC).mark(unknown.marks());
      case Value.Unknown unknown when unknown.notNull() ->
          Value.unknownNotNull(leave(unknown.type())).mark(unknown.marks());
      case Value.Unknown unknown -> Value.unknown(leave(unknown.type())).mark(unknown.marks());
      default -> value;
    };
  }

  private static Type leave(Type type) {
    return switch (type) {
      case Type.ObjectOf object when Capsule.isCapsule(object) -> Types.DYNAMIC;
      case Type.ObjectOf object -> {
        var attributes = new TreeMap<>(object.attributes());
        attributes.replaceAll((_, each) -> leave(each));
        yield Type.object(attributes);
      }
      case Type.TupleOf(var elements) -> Type.tuple(elements.stream().map(Borders::leave).toList());
      case Type.ListOf(var element) -> Type.list(leave(element));
      case Type.SetOf(var element) -> Type.set(leave(element));
      case Type.MapOf(var element) -> Type.map(leave(element));
      case Type.Primitive _, Type.Dynamic _ -> type;
    };
  }

  private static Value open(Mapping capsule, int at) {
    if (Capsule.isNone(capsule)) return Value.nothing(Types.DYNAMIC).mark(capsule.marks());
    if (Capsule.isOptional(capsule)) return leave(Capsule.held(capsule), at);
    var text = Capsule.text(capsule);
    if (text.isPresent()) return Value.text(text.get()).mark(capsule.allMarks());
    throw Problem.expression(
        at,
        "bytes have no place in a configuration",
        "the result holds bytes",
        "Use string(…) for text, or base64.encode(…).");
  }
}
