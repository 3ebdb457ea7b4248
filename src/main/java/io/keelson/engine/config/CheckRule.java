package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Something that has to hold, with what to tell where it does not.
///
/// @param condition gives a bool
/// @param errorMessage gives a string; evaluated only where the condition does not hold
/// @param path where the rule is declared, such as `lifecycle.preconditions[0]`
public record CheckRule(Expression condition, Expression errorMessage, AttributePath path) {

  /// These rules of a component's body, where the component is used.
  public static List<CheckRule> within(ComponentPath path, List<CheckRule> rules) {
    if (path.isRoot()) return rules;
    return rules.stream()
        .map(each ->
            new CheckRule(
                PlacedExpression.of(each.condition(), path),
                PlacedExpression.of(each.errorMessage(), path),
                each.path()))
        .toList();
  }

  /// What these rules refer to, without repeats.
  public static Set<Reference> references(List<CheckRule> rules) {
    if (rules.isEmpty()) return Set.of();
    var all = new LinkedHashSet<Reference>();
    for (CheckRule rule : rules) {
      all.addAll(rule.condition().references());
      all.addAll(rule.errorMessage().references());
    }
    return all;
  }

  /// What became of a rule.
  public sealed interface Verdict {
    record Holds() implements Verdict {}

    /// It depends on values that are only known after apply.
    record Unknown() implements Verdict {}

    /// @param message what the user wants to be told
    /// @param notes what could not be told, and why
    record Fails(String message, List<Diagnostic> notes) implements Verdict {}

    /// The condition could not be evaluated.
    record Broken(List<Diagnostic> why) implements Verdict {}
  }

  /// @param code of notes about the message
  /// @param subject whose rule this is
  /// @rule R-COND-2
  /// @rule R-COND-4
  public Verdict verdict(Code code, Subject subject, Scope scope) {
    return switch (condition.evaluate(scope)) {
      case Evaluated.Failed(var failures) -> new Verdict.Broken(failures);
      case Evaluated.Ok(var value) ->
          value.convert(Types.BOOL) instanceof Conversion.Converted(var converted)
              ? judged(converted, code, subject, scope)
              : noBool(subject, "is no bool");
    };
  }

  private Verdict judged(Value value, Code code, Subject subject, Scope scope) {
    return switch (value) {
      case Value.Truth truth when truth.truth() -> new Verdict.Holds();
      case Value.Truth _ -> fails(code, subject, scope);
      case Value.Unknown _ -> new Verdict.Unknown();
      default -> noBool(subject, "is null");
    };
  }

  private Verdict noBool(Subject subject, String what) {
    return new Verdict.Broken(
        List.of(
            Diagnostic.error(
                    Code.CONDITION_EXPRESSION,
                    subject,
                    "Invalid condition",
                    "Its value " + what + ". It must give true or false.")
                .at(path.attribute("condition"))));
  }

  private Verdict fails(Code code, Subject subject, Scope scope) {
    return switch (errorMessage.evaluate(scope)) {
      case Evaluated.Failed(var failures) ->
          new Verdict.Fails(
              "The condition does not hold, and its errorMessage cannot be evaluated.", failures);
      case Evaluated.Ok(Value.Text text) when text.marks().isEmpty() ->
          new Verdict.Fails(text.text(), List.of());
      case Evaluated.Ok(var value) when !value.allMarks().isEmpty() ->
          new Verdict.Fails(
              "The condition does not hold. Its errorMessage holds "
                  + hiddenKind(value)
                  + " value and is not shown.",
              List.of(hidden(code, subject, value)));
      case Evaluated.Ok(_) ->
          new Verdict.Fails(
              "The condition does not hold. Its errorMessage is null, or only known after apply.",
              List.of());
    };
  }

  private static String hiddenKind(Value message) {
    return Marks.sensitive(message.allMarks()) ? "a sensitive" : "an ephemeral";
  }

  private Diagnostic hidden(Code code, Subject subject, Value message) {
    return Diagnostic.warning(
            code,
            subject,
            "Error message holds " + hiddenKind(message) + " value",
            "It is not shown. Take the value out of errorMessage, so that it can be told what is"
                + " wrong.")
        .at(path.attribute("errorMessage"));
  }
}
