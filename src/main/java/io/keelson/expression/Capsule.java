package io.keelson.expression;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// Values that exist only inside an expression: optionals, bytes, timestamps and durations.
///
/// Each is an object with one attribute whose name nobody can declare, so that marks, unknown parts
/// and equality work as for every other value.
final class Capsule {
  private static final char SIGN = '\0';
  private static final String OPTIONAL = SIGN + "optional";
  private static final String NONE = SIGN + "none";
  private static final String BYTES = SIGN + "bytes";
  private static final String TIMESTAMP = SIGN + "timestamp";
  private static final String DURATION = SIGN + "duration";

  private Capsule() {}

  static boolean isCapsule(Value value) {
    return value instanceof Mapping mapping
        && mapping.size() == 1
        && mapping.isObject()
        && isReserved(mapping.key(0));
  }

  static boolean isCapsule(Type type) {
    return type instanceof Type.ObjectOf object && object.size() == 1 && isReserved(object.name(0));
  }

  /// Whether a name would make an object look like a capsule.
  static boolean isReserved(String name) {
    return !name.isEmpty() && name.charAt(0) == SIGN;
  }

  static Value some(Value value) {
    return Value.object(Map.of(OPTIONAL, value));
  }

  static Value none() {
    return Value.object(Map.of(NONE, Value.truth(true)));
  }

  /// Bytes.
  static Value bytes(byte[] bytes) {
    return Value.object(Map.of(BYTES, Value.text(Base64.getEncoder().encodeToString(bytes))));
  }

  /// Seconds since 1970.
  static Value timestamp(BigDecimal seconds) {
    return Value.object(Map.of(TIMESTAMP, Value.number(seconds)));
  }

  static Value duration(BigDecimal seconds) {
    return Value.object(Map.of(DURATION, Value.number(seconds)));
  }

  static boolean isOptional(Value value) {
    return isCapsule(value) && ((Mapping) value).key(0).equals(OPTIONAL) || isNone(value);
  }

  static boolean isNone(Value value) {
    return isCapsule(value) && ((Mapping) value).key(0).equals(NONE);
  }

  /// What an optional holds, with the marks of the optional.
  static Value held(Value optional) {
    return ((Mapping) optional).value(0).mark(optional.marks());
  }

  static Optional<byte[]> asBytes(Value value) {
    return content(value, BYTES)
        .map(text -> Base64.getDecoder().decode(((Value.Text) text).text()));
  }

  static Optional<BigDecimal> asTimestamp(Value value) {
    return content(value, TIMESTAMP).map(number -> ((Value.Num) number).number());
  }

  static Optional<BigDecimal> asDuration(Value value) {
    return content(value, DURATION).map(number -> ((Value.Num) number).number());
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
      default -> "a duration";
    };
  }
}
