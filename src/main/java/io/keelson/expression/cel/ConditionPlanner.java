package io.keelson.expression.cel;

import io.keelson.engine.value.Type;
import io.keelson.expression.evaluation.Program;
import io.keelson.expression.value.Problem;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Plans conditions: CEL that stands by itself, without `${…}` around it, and knows one name.
public final class ConditionPlanner {
  private ConditionPlanner() {}

  /// A program that finds the value of the name in its first slot.
  ///
  /// @param type of that value; its numbers are whole, so arithmetic with them is that of `int`
  /// @throws Problem for the first mistake in the condition
  public static Program plan(String condition, String name, Type type) {
    var reader = CelReader.shared();
    var whole = new TemplateScanner.Part.Embedded(condition, 0);
    var folded = reader.read(whole, Set.of(name));
    var checked = reader.check(whole, folded, Map.of(name, TypeMapping.toCelOfWholes(type)));
    var given = Map.of(name, new LoopPlanner.Local(0, type, Optional.empty()));
    var planner =
        new NodePlanner(reader.environment(), condition, folded, checked, given, new HashSet<>());
    var planned = planner.plan();
    return new Program(condition, planned.node(), planned.type(), List.of());
  }
}
