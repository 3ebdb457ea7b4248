package io.keelson.expression.cel;

import com.google.common.collect.Maps;
import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.Evaluator;
import io.keelson.expression.evaluation.Interpolation;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.value.Budget;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// `template(text, variables)`: a text that holds expressions, and is only known when evaluated, as
/// one that comes from a ConfigMap.
///
/// Its expressions see nothing but the variables, and cannot use templates themselves, so that no
/// text can call itself.
final class TemplateFunction implements Function {
  private static final int STEPS_PER_EXPRESSION = 20;
  private static final int MOST_KEPT = 1_000;
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
  private static final Scope NOTHING =
      root -> {
        throw new IllegalStateException("a template refers to " + root);
      };

  private record Key(String text, Map<String, Type> variables) {}

  private final CelReader reader;
  private final Map<Key, Node.Template> kept = new ConcurrentHashMap<>();

  TemplateFunction(CelReader reader) {
    this.reader = reader;
  }

  @Override
  public Value apply(Call call) {
    if (call.argument(0).isUnknown() || call.argument(1).isUnknown())
      return call.unknown(Types.STRING);
    var text = call.text(0);
    var variables = variables(call.mapping(1));
    call.budget().text(text.length());
    var marks = Marks.union(call.argument(0).marks(), call.argument(1).marks());
    try {
      var template = template(text, variables);
      call.budget().elements((long) STEPS_PER_EXPRESSION * template.pieces().size());
      var evaluator = new Evaluator(NOTHING, call.budget());
      int slot = 0;
      for (Value value : variables.values()) evaluator.assign(slot++, value);
      return Interpolation.text(template, evaluator).mark(marks);
    } catch (Budget.Exhausted exhausted) {
      throw exhausted.at(call.at());
    } catch (Problem problem) {
      throw inTemplate(problem, text, call);
    }
  }

  /// Keys that are no names cannot be referred to.
  private static SortedMap<String, Value> variables(Mapping all) {
    var variables = new TreeMap<String, Value>();
    all.entries()
        .forEach((name, value) -> {
          if (NAME.matcher(name).matches()) variables.put(name, value);
        });
    return variables;
  }

  private Node.Template template(String text, SortedMap<String, Value> variables) {
    var types = new TreeMap<String, Type>();
    variables.forEach((name, value) -> types.put(name, value.type()));
    var key = new Key(text, types);
    var known = kept.get(key);
    if (known != null) return known;
    var made = compile(text, types);
    if (kept.size() >= MOST_KEPT) kept.clear();
    kept.put(key, made);
    return made;
  }

  private Node.Template compile(String text, SortedMap<String, Type> types) {
    var locals = new HashMap<String, LoopPlanner.Local>();
    types.forEach((name, type) ->
        locals.put(name, new LoopPlanner.Local(locals.size(), type, Optional.empty())));
    var pieces = new ArrayList<Node.Template.Piece>();
    for (TemplateScanner.Part part : TemplateScanner.scan(text)) {
      switch (part) {
        case TemplateScanner.Part.Text(String plain) ->
            pieces.add(new Node.Template.Piece(new Node.Literal(Value.text(plain)), 0));
        case TemplateScanner.Part.Embedded embedded ->
            pieces.add(
                new Node.Template.Piece(plan(embedded, text, locals, types), embedded.start()));
      }
    }
    return new Node.Template(List.copyOf(pieces));
  }

  private Node plan(
      TemplateScanner.Part.Embedded embedded,
      String text,
      Map<String, LoopPlanner.Local> locals,
      Map<String, Type> types) {
    var folded = reader.read(embedded, types.keySet());
    var checked = reader.check(embedded, folded, Maps.transformValues(types, TypeMapping::toCel));
    boolean nested =
        checked.getReferenceMap().values().stream()
            .anyMatch(reference -> reference.overloadIds().contains("keelson_template"));
    if (nested)
      throw Problem.expression(
          embedded.start(),
          "template in a template",
          "the expressions of a template cannot call template(…)",
          "Put the parts together with '+' where template(…) is called.");
    var planner =
        new NodePlanner(reader.environment(), text, folded, checked, locals, new HashSet<>());
    return planner.plan().node();
  }

  /// What is wrong, and where in the template. Of a marked one only that something is.
  private static Problem inTemplate(Problem problem, String text, Call call) {
    if (call.marked())
      return call.problem(
          "mistake in a template",
          "the template cannot be used; what is wrong is not told, because it is sensitive",
          "");
    int at = Math.clamp(problem.at(), 0, text.length());
    long line = text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    int column = at - (text.lastIndexOf('\n', at - 1) + 1) + 1;
    return new Problem(
        problem.code(),
        call.at(),
        "mistake in a template",
        "%s (line %d, column %d of the template)".formatted(problem.reason(), line, column),
        problem.advice());
  }
}
