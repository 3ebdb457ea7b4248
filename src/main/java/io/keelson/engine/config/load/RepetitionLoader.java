package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Compiles what says how many instances a resource or a component has.
///
/// @rule R-VAL-12
final class RepetitionLoader {
  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final Subject subject;
  private final SortedMap<String, Value> written = new TreeMap<>();

  /// @param subject what is repeated
  RepetitionLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      Subject subject,
      Optional<Value> count,
      Optional<Value> forEach,
      Optional<Value> enabled) {
    this.compiler = compiler;
    this.types = types;
    this.subject = subject;
    count.ifPresent(tree -> written.put("count", tree));
    forEach.ifPresent(tree -> written.put("forEach", tree));
    enabled.ifPresent(tree -> written.put("enabled", tree));
  }

  /// The fields that say how many instances there are.
  List<String> fields() {
    var fields = new ArrayList<String>();
    for (String each : List.of("count", "forEach", "enabled"))
      if (written.containsKey(each)) fields.add(each);
    return fields;
  }

  /// @param what is repeated, such as `A resource`
  Repetition load(String what, Problems problems) {
    var fields = fields();
    if (fields.isEmpty()) return new Repetition.Single();
    var first = fields.getFirst();
    if (fields.size() > 1) {
      problems.add(
          Diagnostic.error(
                  Code.REPETITION,
                  subject,
                  "Both " + String.join(" and ", fields),
                  what + " has count, forEach or enabled, not several of them. Remove all but one.")
              .at(AttributePath.of(first)));
      return new Repetition.Single();
    }
    var expression =
        compiled(written.getOrDefault(first, Value.nothing(Types.DYNAMIC)), first, problems);
    return switch (first) {
      case "count" -> new Repetition.Count(expression);
      case "forEach" -> new Repetition.ForEach(expression);
      default -> new Repetition.Enabled(expression);
    };
  }

  /// What these fields give is judged when it is there, so any type will do.
  ///
  /// @rule R-VAL-14
  private Expression compiled(Value tree, String attribute, Problems problems) {
    var place = new ExpressionCompiler.Place(subject, AttributePath.of(attribute));
    return switch (compiler.compile(tree, Types.DYNAMIC, types, place)) {
      case ExpressionCompiler.Compiled.Ok(var expression) -> expression;
      case ExpressionCompiler.Compiled.Failed(var diagnostics) -> {
        problems.addAll(diagnostics);
        yield Expression.constant(Value.nothing(Types.DYNAMIC));
      }
    };
  }

  /// The names in what is repeated so.
  static TypeScope inside(Repetition repetition, DeclaredTypes types) {
    return switch (repetition) {
      case Repetition.Single _, Repetition.Enabled _ -> types;
      case Repetition.Count _ -> types.inCount();
      case Repetition.ForEach(var collection) -> types.inForEach(collection.type());
    };
  }
}
