package io.keelson.engine.config.contract;

import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a definition promises to those who use it: what may be given to it, what has to be, and
/// what it gives.
///
/// A promise is kept if nobody who uses the definition has to change anything. Validations of
/// variables and the values of defaults are no part of it, and neither are attributes of a given
/// object that its type does not name.
///
/// @rule R-CMP-53
public record Contract(
    SortedMap<String, Input> variables,
    SortedMap<String, Output> outputs,
    SortedMap<String, Slot> slots) {
  public Contract {
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    slots = Collections.unmodifiableSortedMap(new TreeMap<>(slots));
  }

  /// What may be given for a variable.
  ///
  /// @param required whether it has to be, because there is no default
  /// @param nullable whether null is a value; if not, the default takes its place
  /// @param ephemeral whether ephemeral values may be given, because none is ever stored
  record Input(TypeConstraint type, boolean required, boolean nullable, boolean ephemeral) {
    private boolean takesNull() {
      return nullable || !required;
    }

    /// Whether null was taken and is not any more.
    boolean refusesNullOf(Input before) {
      return before.takesNull() && !takesNull() && !(required && !before.required);
    }
  }

  /// What may be read.
  ///
  /// @param sensitive whether its value, or a part of it, is never shown
  /// @param ephemeral whether its value, or a part of it, is never stored
  record Output(Type type, boolean sensitive, boolean ephemeral) {}

  /// What breaks no promise and may still destroy something: parts that the later definition no
  /// longer has, without a word on what becomes of them.
  public static List<Diagnostic> warnings(ComponentDeclaration before, ComponentDeclaration later) {
    return Vanished.between(before, later).stream().map(Vanished::warning).toList();
  }

  /// The contract of a definition that has no errors.
  ///
  /// @param body what the definition is compiled to
  /// @throws IllegalArgumentException if the type of a variable is none
  public static Contract of(
      ComponentDeclaration declared, ComponentBody body, ExpressionCompiler compiler) {
    var variables = new TreeMap<String, Input>();
    for (var each : declared.variables())
      variables.put(
          each.name(),
          new Input(
              type(each, compiler), each.standIn().isEmpty(), each.nullable(), each.ephemeral()));
    var outputs = new TreeMap<String, Output>();
    var scope = new UnknownScope(body);
    body.outputs()
        .forEach((name, output) -> {
          var marks = scope.output(output).allMarks();
          outputs.put(
              name,
              new Output(output.value().type(), Marks.sensitive(marks), Marks.ephemeral(marks)));
        });
    return new Contract(variables, outputs, declared.slots());
  }

  private static TypeConstraint type(VariableDeclaration variable, ExpressionCompiler compiler) {
    var subject = Subject.part("variable", variable.name());
    return variable
        .type()
        .map(text -> new TypeConstraintReader(compiler).read(text, subject))
        .orElseGet(TypeConstraint::any);
  }

  /// What a later contract breaks of this one: an error for each promise, about the variable, the
  /// output or the slot.
  ///
  /// @param free the next version that may break promises, such as 2.0.0
  public List<Diagnostic> brokenBy(Contract later, String free) {
    return new BreakingChanges(this, later, free).all();
  }
}
