package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.value.Value;
import java.util.Optional;
import java.util.function.Supplier;

/// The conditions of one declared instance while it is planned: notes what becomes of them, and
/// fails the resource where they do not hold.
final class InstanceConditions {
  private final ResourceConfig config;
  private final InstanceAddress at;
  private final Scope scope;
  private final PlanOptions options;
  private final Findings findings;

  InstanceConditions(
      ResourceConfig config,
      InstanceAddress at,
      Scope scope,
      PlanOptions options,
      Findings findings) {
    this.config = config;
    this.at = at;
    this.scope = scope;
    this.options = options;
    this.findings = findings;
  }

  /// Whether the preconditions hold.
  boolean before() {
    return holds(ConditionCheck.preconditions(config, at, scope));
  }

  /// Whether the postconditions hold.
  ///
  /// @param self the object, as it is or as planned
  boolean after(Value self) {
    return holds(ConditionCheck.postconditions(config, at, scope, self));
  }

  /// Whether the policies allow the change.
  ///
  /// @param declared the configuration with its marks
  /// @rule R-POL-2
  boolean allowed(Change change, Supplier<Optional<Value>> declared, PolicyCheck policies) {
    if (policies.isIdle()) return true;
    var found = PolicyReview.of(change, declared, change.after(), policies, scope);
    if (PolicyCheck.forbids(found)) {
      findings.fail(at, found);
      return false;
    }
    findings.report(found);
    return true;
  }

  /// Whether the conditions hold. A plan that only reads is not stopped by a failed condition.
  ///
  /// @rule R-COND-6
  private boolean holds(CheckResult result) {
    if (config.hasConditions()) findings.check(Subject.of(at), result.status());
    if (!result.failed()) return true;
    boolean only = options.mode() == PlanOptions.Mode.REFRESH_ONLY;
    if (!only || result.status() == CheckResult.Status.ERROR) {
      findings.fail(at, result.diagnostics());
      return false;
    }
    findings.report(result.diagnostics().stream().map(Diagnostic::asWarning).toList());
    return true;
  }
}
