package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.CheckResult.Status;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Evaluates the conditions of one subject. Planning and applying both ask here.
public final class ConditionCheck {
  /// What a condition is for.
  enum Kind {
    PRECONDITION(Code.PRECONDITION, "Precondition failed"),
    POSTCONDITION(Code.POSTCONDITION, "Postcondition failed");

    private final Code code;
    private final String summary;

    Kind(Code code, String summary) {
      this.code = code;
      this.summary = summary;
    }
  }

  private final Kind kind;
  private final Subject subject;
  private final Scope scope;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private Status status = Status.PASS;

  private ConditionCheck(Kind kind, Subject subject, Scope scope) {
    this.kind = kind;
    this.subject = subject;
    this.scope = scope;
  }

  /// What has to hold before anything is done for an instance.
  ///
  /// @rule R-COND-1
  public static CheckResult preconditions(ResourceConfig config, InstanceAddress at, Scope scope) {
    return within(at, of(Kind.PRECONDITION, Subject.of(at), config.preconditions(), scope));
  }

  /// What has to hold of the instance's object.
  ///
  /// @param self the object: planned, or as it is
  /// @rule R-COND-3
  public static CheckResult postconditions(
      ResourceConfig config, InstanceAddress at, Scope scope, Value self) {
    if (config.postconditions().isEmpty()) return CheckResult.PASSED;
    Scope own = root -> root instanceof Root.Self ? Evaluated.of(self) : scope.resolve(root);
    return within(at, of(Kind.POSTCONDITION, Subject.of(at), config.postconditions(), own));
  }

  private static CheckResult within(InstanceAddress at, CheckResult result) {
    return result.diagnostics().isEmpty()
        ? result
        : new CheckResult(result.status(), Diagnostic.within(at, result.diagnostics()));
  }

  static CheckResult of(Kind kind, Subject subject, List<CheckRule> rules, Scope scope) {
    if (rules.isEmpty()) return CheckResult.PASSED;
    var check = new ConditionCheck(kind, subject, scope);
    rules.forEach(check::add);
    return new CheckResult(check.status, check.diagnostics);
  }

  private void add(CheckRule rule) {
    status = CheckResult.worse(status, check(rule));
  }

  private Status check(CheckRule rule) {
    return switch (rule.condition().evaluate(scope)) {
      case Evaluated.Failed(var failures) -> {
        diagnostics.addAll(failures);
        yield Status.ERROR;
      }
      case Evaluated.Ok(var value) -> judge(rule, value);
    };
  }

  /// @rule R-COND-2
  /// @rule R-COND-4
  private Status judge(CheckRule rule, Value value) {
    if (!(value.convert(Types.BOOL) instanceof Conversion.Converted(var converted)))
      return noBool(rule, "is no bool");
    return switch (converted) {
      case Value.Truth truth when truth.truth() -> Status.PASS;
      case Value.Truth _ -> {
        diagnostics.add(
            new Diagnostic(
                kind.code, Severity.ERROR, kind.summary, message(rule), subject, rule.path()));
        yield Status.FAIL;
      }
      case Value.Unknown _ -> Status.UNKNOWN;
      default -> noBool(rule, "is null");
    };
  }

  private Status noBool(CheckRule rule, String what) {
    diagnostics.add(
        Diagnostic.error(
                Code.CONDITION_EXPRESSION,
                subject,
                "Invalid condition",
                "Its value " + what + ". It must give true or false.")
            .at(rule.path().attribute("condition")));
    return Status.ERROR;
  }

  /// What the user wants to be told.
  private String message(CheckRule rule) {
    return switch (rule.errorMessage().evaluate(scope)) {
      case Evaluated.Failed(var failures) -> {
        diagnostics.addAll(failures);
        yield "The condition does not hold, and its errorMessage cannot be evaluated.";
      }
      case Evaluated.Ok(Value.Text text) when text.marks().isEmpty() -> text.text();
      case Evaluated.Ok(var value) when !value.allMarks().isEmpty() -> hidden(rule);
      case Evaluated.Ok(_) ->
          "The condition does not hold. Its errorMessage is null, or only known after apply.";
    };
  }

  /// @rule R-COND-4
  private String hidden(CheckRule rule) {
    diagnostics.add(
        Diagnostic.warning(
                kind.code,
                subject,
                "Error message holds a sensitive value",
                "It is not shown. Take the secret out of errorMessage, so that it can be told what"
                    + " is wrong.")
            .at(rule.path().attribute("errorMessage")));
    return "The condition does not hold. Its errorMessage holds a sensitive value and is not"
        + " shown.";
  }
}
