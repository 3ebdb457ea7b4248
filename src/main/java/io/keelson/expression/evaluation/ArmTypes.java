package io.keelson.expression.evaluation;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unification;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The types of results that follow from the types of operands.
public final class ArmTypes {
  private static final Set<String> OF_OPERAND =
      Set.of("one", "value", "coalesce", "sensitive", "nonsensitive");

  private ArmTypes() {}

  /// What both arms of a conditional are converted to: primitives become one type, as in Terraform,
  /// and a null takes the type of the other arm. Collections stay as they are, so that nothing in
  /// them changes without being asked for.
  public static Type common(PlannedNode one, PlannedNode two) {
    if (isNull(one)) return primitiveOrDynamic(two.type());
    if (isNull(two)) return primitiveOrDynamic(one.type());
    return common(List.of(one, two));
  }

  static Type common(List<PlannedNode> arms) {
    var types = arms.stream().map(PlannedNode::type).toList();
    var first = types.getFirst();
    if (types.stream().allMatch(first::equals)) return first;
    boolean primitive = types.stream().allMatch(Type.Primitive.class::isInstance);
    return primitive ? Unification.unify(types).orElse(Types.DYNAMIC) : Types.DYNAMIC;
  }

  /// The one type that all have, or dynamic: for a choice among values that stay as they are.
  public static Type same(List<Type> types) {
    var first = types.getFirst();
    return types.stream().allMatch(first::equals) ? first : Types.DYNAMIC;
  }

  /// The result type of values that stay as they are, but may give way to each other: the instances
  /// of a resource are declared as a list or map, and are a tuple or an object.
  public static Type ofAlternatives(List<PlannedNode> alternatives) {
    var same = same(alternatives.stream().map(PlannedNode::type).toList());
    return same instanceof Type.ListOf || same instanceof Type.MapOf ? Types.DYNAMIC : same;
  }

  private static boolean isNull(PlannedNode arm) {
    return arm.node() instanceof Node.Literal(Value.Null _);
  }

  private static Type primitiveOrDynamic(Type type) {
    return type instanceof Type.Primitive ? type : Types.DYNAMIC;
  }

  /// Whether a function gives an operand back, or a part of it.
  public static boolean isOfOperand(String function) {
    return OF_OPERAND.contains(function);
  }

  /// The result type of a function that gives back an argument, or a part of it.
  public static Type ofCall(String function, List<PlannedNode> arguments) {
    return switch (function) {
      case "dyn", "sensitive", "nonsensitive" -> arguments.getFirst().type();
      case "one" -> ofEach(arguments.getFirst().type());
      case "coalesce" -> ofFirst(arguments.getFirst());
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

  private static Type ofEach(Type list) {
    return switch (list) {
      case Type.ListOf(var element) -> element;
      case Type.SetOf(var element) -> element;
      case Type.TupleOf(var elements) when !elements.isEmpty() -> same(elements);
      default -> Types.DYNAMIC;
    };
  }

  /// The result type of a function that gives back its first argument that is not null.
  private static Type ofFirst(PlannedNode candidates) {
    if (!(candidates.node() instanceof Node.Tuple tuple
        && candidates.type() instanceof Type.TupleOf(var types))) return Types.DYNAMIC;
    var possible = new ArrayList<Type>();
    for (int i = 0; i < types.size(); i++)
      if (!(tuple.elements().get(i) instanceof Node.Literal(Value.Null _)))
        possible.add(types.get(i));
    return possible.isEmpty() ? Types.DYNAMIC : same(possible);
  }
}
