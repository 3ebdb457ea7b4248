package io.keelson.expression;

import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.cel.ProgramPlanner;
import io.keelson.expression.cel.Traversal;
import io.keelson.expression.cel.TraversalParser;
import io.keelson.expression.cel.TraversalPlanner;
import io.keelson.expression.evaluation.Tree;
import io.keelson.expression.value.Problem;
import java.util.ArrayList;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compiles declared trees whose strings hold CEL in `${…}`.
///
/// Safe for use by many threads. cel-java is loaded by the first expression that is more than a
/// plain traversal.
public final class CelExpressions implements ExpressionCompiler {
  private final ProgramPlanner programs = new ProgramPlanner();

  @Override
  public Compiled compile(Value tree, Type expected, TypeScope types, Place place) {
    var compiler = new TreeCompiler(programs, types, place.subject());
    var compiled = compiler.compile(tree, expected, place.path());
    if (compiled == null) return new Compiled.Failed(compiler.problems());
    if (compiled instanceof Tree.Fixed(Value value, _))
      return new Compiled.Ok(Expression.constant(value));
    return new Compiled.Ok(
        new DeclaredExpression(compiled, typeOf(compiled), compiler.references(), place));
  }

  private static Type typeOf(Tree tree) {
    return switch (tree) {
      case Tree.Fixed(Value value, _) -> value.type();
      case Tree.Leaf leaf -> leaf.expected().hasDynamic() ? leaf.program().type() : leaf.expected();
      case Tree.Elements elements ->
          elements.expected() == Types.DYNAMIC
              ? Type.tuple(elements.elements().stream().map(CelExpressions::typeOf).toList())
              : elements.expected();
      case Tree.Entries entries -> {
        if (entries.expected() != Types.DYNAMIC) yield entries.expected();
        var types = new TreeMap<String, Type>();
        for (int i = 0; i < entries.keys().size(); i++)
          types.put(entries.keys().get(i), typeOf(entries.values().get(i)));
        yield Type.object(types);
      }
    };
  }

  @Override
  public SortedSet<String> localsIn(Value tree) {
    var locals = new TreeSet<String>();
    collectLocals(tree, locals);
    return locals;
  }

  private void collectLocals(Value tree, SortedSet<String> locals) {
    switch (tree) {
      case Value.Text(String text, _) -> locals.addAll(programs.localsIn(text));
      case Sequence sequence -> sequence.elements().forEach(each -> collectLocals(each, locals));
      case Mapping mapping -> mapping.values().forEach(each -> collectLocals(each, locals));
      case Value.Null _, Value.Unknown _, Value.Num _, Value.Truth _ -> {}
    }
  }

  @Override
  public Traversal traversal(String text, Place place) {
    try {
      var read = TraversalParser.parse(text, 0).orElseThrow(() -> noTraversal(text));
      var rooted = TraversalPlanner.Rooted.of(read);
      if (!(rooted.root() instanceof Root.Resource)) throw noTraversal(text);
      var steps = new ArrayList<Reference.Step>();
      rooted.rest().forEach(step -> steps.add(step.step()));
      return new Traversal.Ok(new Reference(rooted.root(), steps));
    } catch (Problem problem) {
      return new Traversal.Failed(
          Problems.diagnostic(problem, text, place.subject(), place.path()));
    }
  }

  private static Problem noTraversal(String text) {
    return Problem.badReference(
        0,
        "not a resource reference",
        "'" + text + "' does not refer to a resource",
        "Write type.name, with a key in brackets and attribute names behind it if needed, and"
            + " without '${'.");
  }
}
