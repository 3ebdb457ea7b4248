package io.keelson.expression;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Depth;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.Evaluator;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.Tree;
import io.keelson.expression.value.Budget;
import io.keelson.expression.value.CallFailure;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.ScopeFailure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// A declared tree with expressions in it, in its place.
record DeclaredExpression(Tree tree, Type type, List<Reference> references, Place place)
    implements Expression {

  @Override
  public Optional<Reference> named() {
    if (!(tree instanceof Tree.Leaf leaf)) return Optional.empty();
    var node =
        switch (leaf.program().node()) {
          case Node.Index(var operand, _, _, _) -> operand;
          case Node.Element(var operand, _, _, _) -> operand;
          case Node.Select(var operand, _, _, _) -> operand;
          case Node other -> other;
        };
    return node instanceof Node.Resolve(var root)
        ? references.stream().filter(each -> each.root().equals(root)).findFirst()
        : Optional.empty();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    var problems = new LinkedHashSet<Diagnostic>();
    var value = new Run(scope, problems).value(tree);
    if (value != null && value.depth() > Depth.MOST) {
      problems.add(Problems.tooDeep(place));
      value = null;
    }
    return value == null
        ? new Evaluated.Failed(new ArrayList<>(problems))
        : new Evaluated.Ok(value);
  }

  /// One evaluation. Parts that fail do not hide the problems of other parts.
  private final class Run {
    private final Scope scope;
    private final Evaluator evaluator;
    private final Set<Diagnostic> problems;

    Run(Scope scope, Set<Diagnostic> problems) {
      this.scope = scope;
      this.evaluator = new Evaluator(scope);
      this.problems = problems;
    }

    private @Nullable Value value(Tree part) {
      return switch (part) {
        case Tree.Fixed(Value value, _) -> value;
        case Tree.Leaf leaf -> leaf(leaf);
        case Tree.Elements elements -> elements(elements);
        case Tree.Entries entries -> entries(entries);
      };
    }

    private @Nullable Value leaf(Tree.Leaf leaf) {
      var program = leaf.program();
      scope.goOn();
      try {
        var value = evaluator.run(program);
        var much = scope.objection(Extent.characters(value, Budget.LARGEST_RESULT + 1L));
        if (much.isPresent()) problems.add(Problems.tooMuch(much.get(), place, leaf.path()));
        return much.isPresent()
            ? null
            : converted(value, leaf.expected(), leaf.path(), program.declared());
      } catch (Problem problem) {
        problems.add(
            Problems.diagnostic(problem, program.declared(), place.subject(), leaf.path()));
      } catch (CallFailure failure) {
        for (Problem problem : failure.problems())
          problems.add(
              Problems.diagnostic(problem, program.declared(), place.subject(), leaf.path()));
      } catch (ScopeFailure failure) {
        problems.addAll(failure.diagnostics());
      } catch (CancellationException end) {
        throw end;
      } catch (RuntimeException | StackOverflowError bug) {
        problems.add(Problems.ours(bug, program.declared(), place.subject(), leaf.path()));
      }
      return null;
    }

    private @Nullable Value elements(Tree.Elements elements) {
      var values = new ArrayList<Value>(elements.elements().size());
      for (Tree element : elements.elements()) {
        var value = value(element);
        if (value != null) values.add(value);
      }
      if (values.size() < elements.elements().size()) return null;
      return converted(Value.tuple(values), elements.expected(), elements.path(), "");
    }

    private @Nullable Value entries(Tree.Entries entries) {
      var values = new Value[entries.keys().size()];
      boolean complete = true;
      for (int i = 0; i < values.length; i++) {
        var value = value(entries.values().get(i));
        if (value == null) complete = false;
        else values[i] = value;
      }
      if (!complete) return null;
      if (entries.expected() instanceof Type.ObjectOf object
          && object.names().equals(entries.keys())) return Mapping.object(object, values);
      var all = new TreeMap<String, Value>();
      for (int i = 0; i < values.length; i++) all.put(entries.keys().get(i), values[i]);
      return converted(Value.object(all), entries.expected(), entries.path(), "");
    }

    private @Nullable Value converted(
        Value value, Type expected, AttributePath path, String declared) {
      if (expected == Types.DYNAMIC) return value;
      return switch (value.convert(expected)) {
        case Conversion.Converted(Value converted) -> converted;
        case Conversion.NotConvertible(AttributePath below, String reason) -> {
          problems.add(Problems.wrongType(reason, declared, place.subject(), path.then(below)));
          yield null;
        }
      };
    }
  }

  @Override
  public String toString() {
    return place.subject() + ": " + place.path() + " of " + references;
  }
}
