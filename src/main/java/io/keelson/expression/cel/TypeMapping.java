package io.keelson.expression.cel;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.Collection;

/// Our types for CEL's checker, and back.
///
/// An object is a map to the checker, so that everything that takes a map takes it; that an object
/// has the attributes asked of it is checked by our own planner, which knows its type.
final class TypeMapping {
  private TypeMapping() {}

  static CelType toCel(Type type) {
    return toCel(type, NullableType.create(SimpleType.DOUBLE));
  }

  /// The same of a value in which all numbers are whole, and none is null.
  static CelType toCelOfWholes(Type type) {
    return toCel(type, SimpleType.INT);
  }

  private static CelType toCel(Type type, CelType number) {
    return switch (type) {
      case Type.Primitive.STRING -> NullableType.create(SimpleType.STRING);
      case Type.Primitive.NUMBER -> number;
      case Type.Primitive.BOOL -> NullableType.create(SimpleType.BOOL);
      case Type.Dynamic _ -> SimpleType.DYN;
      case Type.ListOf(var element) -> ListType.create(toCel(element, number));
      case Type.SetOf(var element) -> ListType.create(toCel(element, number));
      case Type.MapOf(var element) -> MapType.create(SimpleType.STRING, toCel(element, number));
      case Type.TupleOf(var elements) -> ListType.create(common(elements, number));
      case Type.ObjectOf object ->
          MapType.create(SimpleType.STRING, common(object.attributes().values(), number));
    };
  }

  private static CelType common(Collection<Type> types, CelType number) {
    if (types.isEmpty()) return SimpleType.DYN;
    var first = types.iterator().next();
    return types.stream().allMatch(first::equals) ? toCel(first, number) : SimpleType.DYN;
  }

  /// What a result of the checked type is, as far as that tells it: whether a CEL list is a list or
  /// a tuple only the value tells.
  static Type fromCel(CelType type) {
    return switch (bare(type).kind()) {
      case STRING -> Types.STRING;
      case INT, DOUBLE -> Types.NUMBER;
      case BOOL -> Types.BOOL;
      default -> Types.DYNAMIC;
    };
  }

  /// Whether values of the type exist only inside an expression.
  static boolean staysInside(CelType type) {
    var kind = bare(type).kind();
    return kind == CelKind.BYTES
        || kind == CelKind.TIMESTAMP
        || kind == CelKind.DURATION
        || kind == CelKind.OPAQUE;
  }

  private static CelType bare(CelType type) {
    return type instanceof NullableType nullable ? nullable.targetType() : type;
  }
}
