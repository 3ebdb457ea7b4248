package io.keelson.expression.value;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Values that exist only inside an expression: optionals, bytes, timestamps, durations and
/// quantities.
///
/// Each is an object with one attribute whose name nobody can declare, so that marks, unknown parts
/// and equality work as for every other value.
public final class Capsule {
  private static final char SIGN = '\0';
  private static final String OPTIONAL = SIGN + "optional";
  private static final String NONE = SIGN + "none";
  private static final String BYTES = SIGN + "bytes";
  private static final String TIMESTAMP = SIGN + "timestamp";
  private static final String DURATION = SIGN + "duration";
  private static final String QUANTITY = SIGN + "quantity";

  private Capsule() {}

  public static boolean isCapsule(Value value) {
    return value instanceof Mapping mapping
        && mapping.size() == 1
        && mapping.isObject()
        && isReserved(mapping.key(0));
  }

  public static boolean isCapsule(Type type) {
    return type instanceof Type.ObjectOf object && object.size() == 1 && isReserved(object.name(0));
  }

  /// Whether a value or any part of it is a capsule.
  public static boolean isInside(Value value) {
    return switch (value) {
      case Mapping mapping ->
          isCapsule(value) || mapping.values().stream().anyMatch(Capsule::isInside);
      case Sequence sequence -> sequence.elements().stream().anyMatch(Capsule::isInside);
      default -> false;
    };
  }

  /// Whether a name would make an object look like a capsule.
  public static boolean isReserved(String name) {
    return !name.isEmpty() && name.charAt(0) == SIGN;
  }

  public static Value some(Value value) {
    return Value.object(Map.of(OPTIONAL, value));
  }

  /// An empty optional that could hold a value of the type. A step that the type does not allow is
  /// a mistake here as well, so that a mistake found by a plan is one in the apply, too.
  public static Value none(Type type) {
    return Value.object(Map.of(NONE, Value.nothing(type)));
  }

  /// Bytes.
  public static Value bytes(byte[] bytes) {
    return Value.object(Map.of(BYTES, Value.text(Base64.getEncoder().encodeToString(bytes))));
  }

  /// Seconds since 1970.
  public static Value timestamp(BigDecimal seconds) {
    return Value.object(Map.of(TIMESTAMP, Value.number(seconds)));
  }

  public static Value duration(BigDecimal seconds) {
    return Value.object(Map.of(DURATION, Value.number(seconds)));
  }

  public static Value quantity(Quantity quantity) {
    return Value.object(
        Map.of(
            QUANTITY,
            Value.tuple(
                List.of(Value.number(quantity.amount()), Value.text(quantity.format().name())))));
  }

  public static boolean isOptional(Value value) {
    return isCapsule(value) && ((Mapping) value).key(0).equals(OPTIONAL) || isNone(value);
  }

  public static boolean isNone(Value value) {
    return isCapsule(value) && ((Mapping) value).key(0).equals(NONE);
  }

  /// What an optional holds, with the marks of the optional; null of its type for nothing.
  public static Value held(Value optional) {
    return ((Mapping) optional).value(0).mark(optional.marks());
  }

  public static Optional<byte[]> asBytes(Value value) {
    return content(value, BYTES)
        .map(text -> Base64.getDecoder().decode(((Value.Text) text).text()));
  }

  public static Optional<BigDecimal> asTimestamp(Value value) {
    return content(value, TIMESTAMP).map(number -> ((Value.Num) number).number());
  }

  public static Optional<BigDecimal> asDuration(Value value) {
    return content(value, DURATION).map(number -> ((Value.Num) number).number());
  }

  public static Optional<Quantity> asQuantity(Value value) {
    return content(value, QUANTITY)
        .map(parts -> (Sequence) parts)
        .map(parts ->
            new Quantity(
                ((Value.Num) parts.get(0)).number(),
                Quantity.Format.valueOf(((Value.Text) parts.get(1)).text())));
  }

  /// Whether it is a timestamp, a duration or a quantity, all of which are numbers of something.
  public static boolean isAmount(Value value) {
    return asTimestamp(value).isPresent()
        || asDuration(value).isPresent()
        || asQuantity(value).isPresent();
  }

  public static BigDecimal amount(Value amount) {
    return asTimestamp(amount)
        .or(() -> asDuration(amount))
        .or(() -> asQuantity(amount).map(Quantity::amount))
        .orElseThrow(() -> new IllegalStateException("no amount"));
  }

  /// What a timestamp, duration or quantity is as text.
  public static Optional<String> text(Value value) {
    return asTimestamp(value)
        .map(Times::timestampText)
        .or(() -> asDuration(value).map(Times::durationText))
        .or(() -> asQuantity(value).map(Quantity::text));
  }

  private static Optional<Value> content(Value value, String kind) {
    return value instanceof Mapping mapping && isCapsule(value) && mapping.key(0).equals(kind)
        ? Optional.of(mapping.value(0))
        : Optional.empty();
  }

  /// The kind in words, for messages.
  static String describe(Type capsule) {
    return switch (((Type.ObjectOf) capsule).name(0).substring(1)) {
      case "optional", "none" -> "an optional value";
      case "bytes" -> "bytes";
      case "timestamp" -> "a timestamp";
      case "quantity" -> "a quantity";
      default -> "a duration";
    };
  }
}
