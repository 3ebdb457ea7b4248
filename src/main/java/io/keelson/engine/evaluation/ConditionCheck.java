package io.keelson.engine.evaluation;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult.Status;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Evaluates the conditions of one subject. Planning and applying both ask here.
public final class ConditionCheck {
  /// What a condition is for.
  enum Kind {
    PRECONDITION(Code.PRECONDITION, "Precondition failed"),
    POSTCONDITION(Code.POSTCONDITION, "Postcondition failed"),
    ASSERTION(Code.CHECK, "Check failed"),
    VALIDATION(Code.VARIABLE, "Input is not valid");

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

  /// What has to hold before an output gets a value.
  ///
  /// @rule R-COND-8
  public static CheckResult preconditions(OutputConfig output, Scope scope) {
    var subject = Subject.part("output", output.name());
    return of(Kind.PRECONDITION, subject, output.preconditions(), scope);
  }

  /// What a check asserts; whatever is wrong is a warning.
  ///
  /// @rule R-COND-9
  public static CheckResult assertions(CheckConfig check, Scope scope) {
    var result = of(Kind.ASSERTION, check.subject(), check.assertions(), scope);
    return new CheckResult(
        result.status(), result.diagnostics().stream().map(Diagnostic::asWarning).toList());
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
    return switch (rule.verdict(kind.code, subject, scope)) {
      case CheckRule.Verdict.Holds _ -> Status.PASS;
      case CheckRule.Verdict.Unknown _ -> Status.UNKNOWN;
      case CheckRule.Verdict.Broken(var why) -> {
        diagnostics.addAll(why);
        yield Status.ERROR;
      }
      case CheckRule.Verdict.Fails(var message, var notes) -> {
        diagnostics.add(
            new Diagnostic(kind.code, Severity.ERROR, kind.summary, message, subject, rule.path()));
        diagnostics.addAll(notes);
        yield Status.FAIL;
      }
    };
  }
}
