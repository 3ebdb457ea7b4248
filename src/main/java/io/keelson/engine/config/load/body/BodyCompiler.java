package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Constant;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Lays a declared tree over a schema: every attribute gets its expression, what is not written
/// becomes null or an empty collection, and what does not fit is a problem.
public final class BodyCompiler {
  /// Stands where a problem was found. Never evaluated: a body with problems is not used.
  private static final Expression NONE = Expression.constant(Value.nothing(Types.DYNAMIC));

  /// How the leaves of a tree become expressions.
  public interface Leaves {
    /// A value of the type.
    ExpressionCompiler.Compiled plain(Value tree, Type expected, AttributePath path);

    /// What is not written as nested objects, but may turn out to be some; empty if it cannot.
    Optional<ExpressionCompiler.Compiled> nested(Value tree, Held held, AttributePath path);
  }

  /// Nested objects, as a block or as an attribute.
  ///
  /// @param isBlock whether none of them is an empty collection instead of null
  public record Held(NestedBlock nested, boolean isBlock) {
    public Type.ObjectOf objectType() {
      return nested.block().type();
    }

    /// One element of the collection.
    public Held element() {
      return new Held(new NestedBlock(Nesting.SINGLE, nested.block(), 0, 0), isBlock);
    }
  }

  private final Subject subject;
  private final Leaves leaves;
  private final Problems problems;

  public BodyCompiler(Subject subject, Leaves leaves, Problems problems) {
    this.subject = subject;
    this.leaves = leaves;
    this.problems = problems.part();
  }

  /// The whole body of a resource. Not to be used if there are problems.
  public Expression body(Schema schema, Mapping tree, AttributePath path) {
    return object(schema.root(), schema.type(), tree, path);
  }

  private Expression object(Block block, Type.ObjectOf type, Mapping tree, AttributePath path) {
    for (String name : tree.keys())
      if (!type.has(name))
        problem(path.attribute(name), "Unsupported argument", unsupported(name, block));
    var members = new TreeMap<String, Expression>();
    block
        .attributes()
        .forEach((name, attribute) ->
            members.put(name, attribute(attribute, tree.get(name), path.attribute(name))));
    block
        .blocks()
        .forEach((name, nested) ->
            members.put(name, held(new Held(nested, true), tree.get(name), path.attribute(name))));
    return problems.isEmpty() ? ConfigBody.object(type, members) : NONE;
  }

  private static String unsupported(String name, Block block) {
    var known = new TreeSet<>(block.blocks().keySet());
    block
        .attributes()
        .forEach((each, attribute) -> {
          if (attribute.presence().configurable()) known.add(each);
        });
    var advice = Nearest.advice(name, known);
    return "There is no argument '" + name + "' here." + (advice.isEmpty() ? "" : " " + advice);
  }

  private Expression attribute(Attribute attribute, @Nullable Value tree, AttributePath path) {
    boolean required = attribute.presence() == Presence.REQUIRED;
    if (tree == null || tree.isNull()) {
      if (required) problem(path, MissingArgument.SUMMARY, MissingArgument.DETAIL);
      return Expression.constant(Value.nothing(attribute.type()));
    }
    if (!attribute.presence().configurable())
      return problem(
          path,
          "Attribute cannot be set",
          "Only the provider gives this attribute its value. Remove it.");
    var expression =
        attribute.shape() instanceof Shape.Nested nested
            ? held(
                new Held(new NestedBlock(nested.nesting(), nested.block(), 0, 0), false),
                tree,
                path)
            : used(leaves.plain(tree, attribute.type(), path));
    return required && !(expression instanceof Constant)
        ? new MissingArgument.Checked(expression, new ExpressionCompiler.Place(subject, path))
        : expression;
  }

  private Expression used(ExpressionCompiler.Compiled compiled) {
    return switch (compiled) {
      case ExpressionCompiler.Compiled.Ok(var expression) -> expression;
      case ExpressionCompiler.Compiled.Failed(var diagnostics) -> {
        problems.addAll(diagnostics);
        yield NONE;
      }
    };
  }

  /// Nested objects that are written out, or an expression that gives them.
  public Expression held(Held held, @Nullable Value tree, AttributePath path) {
    var nested = held.nested();
    if (tree == null || tree.isNull()) return absent(held, path);
    return switch (tree) {
      case Mapping map when nested.nesting() == Nesting.MAP -> entries(held, map, path);
      case Mapping object when !collection(nested.nesting()) ->
          object(nested.block(), held.objectType(), object, path);
      case Sequence list when collection(nested.nesting()) && nested.nesting() != Nesting.MAP ->
          elements(held, list, path);
      default -> {
        var compiled = leaves.nested(tree, held, path);
        yield compiled.isPresent() ? used(compiled.get()) : misfit(nested.nesting(), path);
      }
    };
  }

  private static boolean collection(Nesting nesting) {
    return switch (nesting) {
      case SINGLE, GROUP -> false;
      case LIST, SET, MAP -> true;
    };
  }

  private Expression elements(Held held, Sequence list, AttributePath path) {
    number(held.nested(), list.size(), path);
    var elements = new ArrayList<Expression>(list.size());
    for (int i = 0; i < list.size(); i++)
      elements.add(held(held.element(), list.get(i), path.index(i)));
    return problems.isEmpty()
        ? ConfigBody.elements(held.nested().nesting(), held.objectType(), elements)
        : NONE;
  }

  private Expression entries(Held held, Mapping map, AttributePath path) {
    number(held.nested(), map.size(), path);
    var entries = new TreeMap<String, Expression>();
    map.entries()
        .forEach((key, each) -> entries.put(key, held(held.element(), each, path.key(key))));
    return problems.isEmpty() ? ConfigBody.entries(held.objectType(), entries) : NONE;
  }

  private Expression absent(Held held, AttributePath path) {
    var nested = held.nested();
    if (!held.isBlock()) return Expression.constant(Value.nothing(nested.type()));
    number(nested, 0, path);
    return switch (nested.nesting()) {
      case SINGLE -> Expression.constant(Value.nothing(held.objectType()));
      case GROUP -> object(nested.block(), held.objectType(), Value.object(new TreeMap<>()), path);
      case LIST, SET -> ConfigBody.elements(nested.nesting(), held.objectType(), List.of());
      case MAP -> ConfigBody.entries(held.objectType(), new TreeMap<>());
    };
  }

  private void number(NestedBlock nested, int written, AttributePath path) {
    if (written < nested.min())
      problem(
          path,
          "Too few blocks",
          "At least " + nested.min() + " must be written, but there are " + written + ".");
    if (nested.max() > 0 && written > nested.max())
      problem(
          path,
          "Too many blocks",
          "At most " + nested.max() + " may be written, but there are " + written + ".");
  }

  private Expression misfit(Nesting nesting, AttributePath path) {
    var needed =
        switch (nesting) {
          case SINGLE, GROUP -> "Write a mapping with its arguments.";
          case LIST, SET -> "Write a list of mappings, one for each.";
          case MAP -> "Write a mapping of names to mappings with arguments.";
        };
    return problem(path, "Wrong form", "Nested arguments are needed here. " + needed);
  }

  private Expression problem(AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(Code.INVALID_CONFIG, subject, summary, detail).at(path));
    return NONE;
  }
}
