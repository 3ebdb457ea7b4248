package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration.Given;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Gives the variables of a stack their values: given or default, converted to the declared type,
/// and valid. What is wrong with a value is told without the value.
///
/// @rule R-VAL-1
/// @rule R-VAL-2
/// @rule R-COND-11
public final class VariableLoader {
  private final ExpressionCompiler compiler;
  private final Function<String, Optional<Value>> reader;
  private final SortedMap<String, Value> values = new TreeMap<>();
  private final SortedSet<String> missing = new TreeSet<>();
  private final Problems problems = new Problems();

  /// @param reader a value that is written as text, such as JSON; empty if the text is none
  public VariableLoader(ExpressionCompiler compiler, Function<String, Optional<Value>> reader) {
    this.compiler = compiler;
    this.reader = reader;
  }

  /// @param missing variables without a usable value; they are unknown in `values`, and what uses
  ///   them must wait
  public record Loaded(
      SortedMap<String, Value> values, SortedSet<String> missing, List<Diagnostic> problems) {
    public Loaded {
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
      missing = Collections.unmodifiableSortedSet(new TreeSet<>(missing));
      problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }
  }

  /// @param unreadable variables whose value could not be read, which is told elsewhere
  public Loaded load(List<VariableDeclaration> declared, SortedSet<String> unreadable) {
    for (VariableDeclaration each : declared) {
      var constraint = constraint(each);
      var value =
          unreadable.contains(each.name()) ? Optional.<Value>empty() : value(each, constraint);
      if (value.isEmpty()) missing.add(each.name());
      values.put(each.name(), value.orElseGet(() -> Value.unknown(constraint.type())));
    }
    declared.forEach(this::validate);
    missing.forEach(
        name -> values.computeIfPresent(name, (_, value) -> Value.unknown(value.type())));
    return new Loaded(values, missing, problems.found());
  }

  private TypeConstraint constraint(VariableDeclaration variable) {
    if (variable.type().isEmpty()) return TypeConstraint.any();
    try {
      return new TypeConstraintReader(compiler).read(variable.type().get(), subject(variable));
    } catch (IllegalArgumentException e) {
      problem(variable, "Not a type", e.getMessage() + ".", "type");
      missing.add(variable.name());
      return TypeConstraint.any();
    }
  }

  private Optional<Value> value(VariableDeclaration variable, TypeConstraint constraint) {
    var given = variable.given().filter(each -> variable.nullable() || !each.value().isNull());
    if (given.isPresent()) return converted(variable, given.get(), constraint);
    if (variable.standIn().isPresent())
      return converted(
          variable, new Given(variable.standIn().get(), "its default", false, false), constraint);
    problem(
        variable,
        "Variable has no value",
        variable.given().isPresent()
            ? "It is given as null, but it is not nullable and has no default. Give a value, or a"
                + " default."
            : "It has neither value nor valueFrom, and no default. Give one of them.",
        "");
    return Optional.empty();
  }

  private Optional<Value> converted(
      VariableDeclaration variable, Given given, TypeConstraint constraint) {
    var type = constraint.type();
    var value = given.value();
    if (value.isUnknown()) {
      var known = type == Types.DYNAMIC ? value.type() : type;
      return Optional.of(marked(variable, given, Value.unknown(known)));
    }
    if (given.written() && !(type instanceof Type.Primitive) && type != Types.DYNAMIC) {
      var read = value instanceof Value.Text text ? reader.apply(text.text()) : Optional.of(value);
      if (read.isEmpty()) {
        unfit(variable, given, constraint, "the text is no JSON");
        return Optional.empty();
      }
      value = read.get();
    }
    return switch (constraint.complete(value).convert(type)) {
      case Conversion.Converted(var fitting) -> Optional.of(marked(variable, given, fitting));
      case Conversion.NotConvertible(var path, var reason) -> {
        unfit(variable, given, constraint, path.isRoot() ? reason : "at " + path + ", " + reason);
        yield Optional.empty();
      }
    };
  }

  /// @rule R-WO-3
  private static Value marked(VariableDeclaration variable, Given given, Value value) {
    var source = "variable." + variable.name();
    var marks = Marks.NONE;
    if (variable.sensitive()) marks = Marks.union(marks, Marks.sensitive(source));
    if (given.secret()) marks = Marks.union(marks, Marks.secret(source));
    if (variable.ephemeral()) marks = Marks.union(marks, Marks.ephemeral(source));
    return value.mark(marks);
  }

  private void unfit(
      VariableDeclaration variable, Given given, TypeConstraint constraint, String reason) {
    problem(
        variable,
        "Variable has a wrong type",
        "The value (from "
            + given.origin()
            + ") is not "
            + constraint.type()
            + ": "
            + reason
            + ". Correct the value, or the type of the variable.",
        "");
  }

  private void validate(VariableDeclaration variable) {
    var own = problems.part();
    var rules =
        new CheckRuleLoader(compiler, subject(variable), own)
            .load(variable.validations(), new Names(), AttributePath.of("validations"));
    boolean wrong = own.anyError();
    for (CheckRule rule : rules)
      switch (rule.verdict(Code.VARIABLE, subject(variable), new Values())) {
        case CheckRule.Verdict.Holds _, CheckRule.Verdict.Unknown _ -> {}
        case CheckRule.Verdict.Broken(var why) -> {
          problems.addAll(why);
          wrong = true;
        }
        case CheckRule.Verdict.Fails(var message, var notes) -> {
          problem(variable, "Variable is not valid", message + from(variable), rule.path());
          problems.addAll(notes);
          wrong = true;
        }
      }
    if (wrong) missing.add(variable.name());
  }

  private static String from(VariableDeclaration variable) {
    return " (The value is from "
        + variable.given().map(Given::origin).orElse("its default")
        + ".)";
  }

  /// The names that validations may use: variables only.
  private final class Names implements TypeScope {
    @Override
    public Typing typeOf(Root root) {
      if (!(root instanceof Root.Variable(var name)))
        return new Typing.Unavailable("Only variables can be used here.");
      var value = values.get(name);
      return value == null
          ? new Typing.Undeclared(Nearest.advice(name, values.keySet()))
          : new Typing.Typed(value.type());
    }

    @Override
    public Callable functionOf(String provider, String name) {
      return new Callable.Unavailable(
          "Variables have their values before providers are asked. Use a precondition instead.");
    }
  }

  private final class Values implements Scope {
    @Override
    public Evaluated resolve(Root root) {
      if (root instanceof Root.Variable(var name) && values.get(name) != null)
        return Evaluated.of(values.get(name));
      throw new IllegalStateException("not checked: " + root);
    }
  }

  private static Subject subject(VariableDeclaration variable) {
    return Subject.part("variable", variable.name());
  }

  private void problem(
      VariableDeclaration variable, String summary, String detail, String attribute) {
    problem(
        variable,
        summary,
        detail,
        attribute.isEmpty() ? AttributePath.ROOT : AttributePath.of(attribute));
  }

  private void problem(
      VariableDeclaration variable, String summary, String detail, AttributePath path) {
    problems.add(Diagnostic.error(Code.VARIABLE, subject(variable), summary, detail).at(path));
  }
}
