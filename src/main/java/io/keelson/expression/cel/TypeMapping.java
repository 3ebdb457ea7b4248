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
    return switch (type) {
      case Type.Primitive.STRING -> NullableType.create(SimpleType.STRING);
      case Type.Primitive.NUMBER -> NullableType.create(SimpleType.DOUBLE);
      case Type.Primitive.BOOL -> NullableType.create(SimpleType.BOOL);
      case Type.Dynamic _ -> SimpleType.DYN;
      case Type.ListOf(var element) -> ListType.create(toCel(element));
      case Type.SetOf(var element) -> ListType.create(toCel(element));
      case Type.MapOf(var element) -> MapType.create(SimpleType.STRING, toCel(element));
      case Type.TupleOf(var elements) -> ListType.create(common(elements));
      case Type.ObjectOf object ->
          MapType.create(SimpleType.STRING, common(object.attributes().values()));
    };
  }

  private static CelType common(Collection<Type> types) {
    if (types.isEmpty()) return SimpleType.DYN;
    var first = types.iterator().next();
    return types.stream().allMatch(first::equals) ? toCel(first) : SimpleType.DYN;
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
