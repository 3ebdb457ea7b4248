package io.keelson.expression;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unification;
import io.keelson.engine.value.Value;
import java.util.List;

/// The types of results that follow from the types of operands.
final class ArmTypes {
  private ArmTypes() {}

  /// What both arms of a conditional are converted to: primitives become one type, as in Terraform,
  /// and a null takes the type of the other arm. Collections stay as they are, so that nothing in
  /// them changes without being asked for.
  static Type common(Planned one, Planned two) {
    if (isNull(one)) return primitiveOrDynamic(two.type());
    if (isNull(two)) return primitiveOrDynamic(one.type());
    return common(List.of(one, two));
  }

  static Type common(List<Planned> arms) {
    var types = arms.stream().map(Planned::type).toList();
    var first = types.getFirst();
    if (types.stream().allMatch(first::equals)) return first;
    boolean primitive = types.stream().allMatch(Type.Primitive.class::isInstance);
    return primitive ? Unification.unify(types).orElse(Types.DYNAMIC) : Types.DYNAMIC;
  }

  /// The one type that all have, or dynamic: for a choice among values that stay as they are.
  static Type same(List<Type> types) {
    var first = types.getFirst();
    return types.stream().allMatch(first::equals) ? first : Types.DYNAMIC;
  }

  private static boolean isNull(Planned arm) {
    return arm.node() instanceof Node.Literal(Value.Null _);
  }

  private static Type primitiveOrDynamic(Type type) {
    return type instanceof Type.Primitive ? type : Types.DYNAMIC;
  }

  /// Of functions whose result has the type of an argument, or of what is in it.
  static Type ofCall(String function, List<Planned> arguments) {
    return switch (function) {
      case "dyn", "sensitive", "nonsensitive" -> arguments.getFirst().type();
      case "values" ->
          arguments.getFirst().type() instanceof Type.MapOf(var element)
              ? Type.list(element)
              : Types.DYNAMIC;
      case "toList" -> Type.list(Types.DYNAMIC);
      case "toSet" -> Type.set(Types.DYNAMIC);
      case "toMap" -> Type.map(Types.DYNAMIC);
      default -> Types.DYNAMIC;
    };
  }
}
