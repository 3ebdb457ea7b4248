package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Step;

/// Checks the conditions of an instance that nothing is done to: what they look at may have
/// changed. No provider is asked.
///
/// @rule R-COND-5
final class CheckStep {
  private final Working working;
  private final Step.Check step;
  private final Change change;
  private final ResourceConfig config;

  CheckStep(Working working, Step.Check step, Change change, ResourceConfig config) {
    this.working = working;
    this.step = step;
    this.change = change;
    this.config = config;
  }

  /// @return whether what waits for this step may start
  boolean run(Scope scope) {
    InstanceAddress at = step.at();
    var result =
        ConditionCheck.preconditions(config, at, scope)
            .and(ConditionCheck.postconditions(config, at, scope, change.after().orElseThrow()));
    working.check(at, result.status());
    var outcome = result.failed() ? StepResult.Outcome.NOT_STARTED : StepResult.Outcome.UNCHANGED;
    return working.end(step, outcome, result.diagnostics());
  }
}
