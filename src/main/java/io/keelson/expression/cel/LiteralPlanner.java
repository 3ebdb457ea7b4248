package io.keelson.expression.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Plans constants, `[…]` and `{…}`.
final class LiteralPlanner {
  private static final Pattern DECIMAL = Pattern.compile("[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?");

  private final NodePlanner planner;
  private final String declared;

  LiteralPlanner(NodePlanner planner, String declared) {
    this.planner = planner;
    this.declared = declared;
  }

  PlannedNode constant(CelExpr expression) {
    var constant = expression.constant();
    var value =
        switch (constant.getKind()) {
          case BOOLEAN_VALUE -> Value.truth(constant.booleanValue());
          case INT64_VALUE -> Value.number(constant.int64Value());
          case DOUBLE_VALUE -> decimal(constant, expression);
          case STRING_VALUE -> Value.text(constant.stringValue());
          case BYTES_VALUE -> Capsule.bytes(constant.bytesValue().toByteArray());
          case UINT64_VALUE ->
              throw planner.leftOut(
                  expression, "unsigned numbers", "Write the number without 'u'.");
          default -> throw planner.leftOut(expression, "such literals", "");
        };
    return PlannedNode.computed(new Node.Literal(value), value.type());
  }

  /// The decimal as written: the checker keeps only the nearest double.
  private Value decimal(CelConstant constant, CelExpr expression) {
    var written = DECIMAL.matcher(declared).region(planner.at(expression), declared.length());
    var text = written.lookingAt() ? written.group() : Double.toString(constant.doubleValue());
    try {
      var number = new BigDecimal(text).abs();
      return Value.number(constant.doubleValue() < 0 ? number.negate() : number);
    } catch (ArithmeticException | NumberFormatException e) {
      throw Problem.expression(
          planner.at(expression), "number out of range", "this number is too large", "");
    }
  }

  PlannedNode list(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var list = expression.list();
    var nodes = new ArrayList<Node>();
    var optional = new ArrayList<Boolean>();
    var types = new ArrayList<Type>();
    for (int i = 0; i < list.elements().size(); i++) {
      var element = planner.used(list.elements().get(i), locals);
      nodes.add(element.node());
      types.add(element.type());
      optional.add(list.optionalIndices().contains(i));
    }
    var type = list.optionalIndices().isEmpty() ? Type.tuple(types) : Types.DYNAMIC;
    return PlannedNode.computed(new Node.Tuple(nodes, optional, planner.at(expression)), type);
  }

  PlannedNode map(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var entries = new ArrayList<Node.Entries.Entry>();
    var types = new TreeMap<String, Type>();
    boolean fixed = true;
    for (CelExpr.CelMap.Entry entry : expression.map().entries()) {
      var key = planner.used(entry.key(), locals);
      var value = planner.used(entry.value(), locals);
      entries.add(new Node.Entries.Entry(key.node(), value.node(), entry.optionalEntry()));
      if (key.node() instanceof Node.Literal(Value.Text(String name, _)) && !entry.optionalEntry())
        types.put(name, value.type());
      else fixed = false;
    }
    var type = fixed ? Type.object(types) : Types.DYNAMIC;
    return PlannedNode.computed(new Node.Entries(entries, planner.at(expression)), type);
  }
}
