package io.keelson.expression;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.cel.ProgramPlanner;
import io.keelson.expression.cel.TemplateScanner;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.Tree;
import io.keelson.expression.value.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Compiles one declared tree, and gathers all of its problems.
final class TreeCompiler {
  private final ProgramPlanner programs;
  private final TypeScope types;
  private final Subject subject;
  private final List<Diagnostic> problems = new ArrayList<>();
  private final Set<Reference> references = new LinkedHashSet<>();

  TreeCompiler(ProgramPlanner programs, TypeScope types, Subject subject) {
    this.programs = programs;
    this.types = types;
    this.subject = subject;
  }

  List<Diagnostic> problems() {
    return problems;
  }

  List<Reference> references() {
    return new ArrayList<>(references);
  }

  /// The compiled tree, or null if there are problems in it.
  @Nullable Tree compile(Value tree, Type expected, AttributePath path) {
    return switch (tree) {
      case Value.Text(String text, _) when !TemplateScanner.isPlain(text) ->
          leaf(text, expected, path);
      case Sequence sequence -> elements(sequence, expected, path);
      case Mapping mapping -> entries(mapping, expected, path);
      default -> fixed(tree, expected, path);
    };
  }

  private @Nullable Tree fixed(Value value, Type expected, AttributePath path) {
    var converted = converted(value, expected, path, "");
    return converted == null ? null : new Tree.Fixed(converted, expected);
  }

  private @Nullable Tree leaf(String text, Type expected, AttributePath path) {
    try {
      var program = programs.plan(text, types);
      if (program.node() instanceof Node.Literal(Value value)) {
        var converted = converted(value, expected, path, text);
        return converted == null ? null : new Tree.Fixed(converted, expected);
      }
      references.addAll(program.references());
      // What can never fit is said now, not when the value is there.
      if (converted(Value.unknown(program.type()), expected, path, text) == null) return null;
      return new Tree.Leaf(program, path, expected);
    } catch (Problem problem) {
      problems.add(Problems.diagnostic(problem, text, subject, path));
    } catch (RuntimeException | StackOverflowError bug) {
      problems.add(Problems.ours(bug, text, subject, path));
    }
    return null;
  }

  private @Nullable Tree elements(Sequence sequence, Type expected, AttributePath path) {
    var compiled = new ArrayList<Tree>(sequence.size());
    boolean fixed = true;
    for (int i = 0; i < sequence.size(); i++) {
      var element = compile(sequence.get(i), elementType(expected), path.index(i));
      if (element == null) continue;
      compiled.add(element);
      fixed &= element instanceof Tree.Fixed;
    }
    if (compiled.size() < sequence.size()) return null;
    if (!fixed) return new Tree.Elements(compiled, path, expected);
    var values = compiled.stream().map(element -> ((Tree.Fixed) element).value()).toList();
    return fixed(sequence.withElements(values), expected, path);
  }

  private @Nullable Tree entries(Mapping mapping, Type expected, AttributePath path) {
    var compiled = new ArrayList<Tree>(mapping.size());
    boolean fixed = true;
    for (int i = 0; i < mapping.size(); i++) {
      var key = mapping.key(i);
      var below = expected instanceof Type.MapOf ? path.key(key) : path.attribute(key);
      var value = compile(mapping.value(i), entryType(expected, key), below);
      if (value == null) continue;
      compiled.add(value);
      fixed &= value instanceof Tree.Fixed;
    }
    if (compiled.size() < mapping.size()) return null;
    if (!fixed) return new Tree.Entries(mapping.keys(), compiled, path, expected);
    var values = new TreeMap<String, Value>();
    for (int i = 0; i < compiled.size(); i++)
      values.put(mapping.key(i), ((Tree.Fixed) compiled.get(i)).value());
    return fixed(mapping.withEntries(values), expected, path);
  }

  /// What is expected of each element. A type with dynamic parts is found for all elements
  /// together, once they are there.
  private static Type elementType(Type expected) {
    var element =
        switch (expected) {
          case Type.ListOf(var each) -> each;
          case Type.SetOf(var each) -> each;
          default -> Types.DYNAMIC;
        };
    return element.hasDynamic() ? Types.DYNAMIC : element;
  }

  private static Type entryType(Type expected, String key) {
    return switch (expected) {
      case Type.MapOf(var each) -> each.hasDynamic() ? Types.DYNAMIC : each;
      case Type.ObjectOf object -> {
        var attribute = object.attribute(key);
        yield attribute == null ? Types.DYNAMIC : attribute;
      }
      default -> Types.DYNAMIC;
    };
  }

  private @Nullable Value converted(
      Value value, Type expected, AttributePath path, String declared) {
    return switch (value.convert(expected)) {
      case Conversion.Converted(Value converted) -> converted;
      case Conversion.NotConvertible(AttributePath below, String reason) -> {
        problems.add(Problems.wrongType(reason, declared, subject, path.then(below)));
        yield null;
      }
    };
  }
}
