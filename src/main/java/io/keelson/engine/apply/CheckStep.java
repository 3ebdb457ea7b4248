package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Step;
import io.keelson.engine.value.Bytes;

/// Checks the conditions of an instance that nothing is done to: what they look at may have
/// changed; and writes down its first trigger, if that was not known before. No provider is asked.
///
/// @rule R-COND-5
final class CheckStep {
  private final Bytes key;
  private final AppliedState applied;
  private final Step.Check step;
  private final Change change;
  private final ResourceConfig config;

  /// @param key what stored hashes are keyed by
  CheckStep(
      AppliedState applied, Bytes key, Step.Check step, Change change, ResourceConfig config) {
    this.applied = applied;
    this.key = key;
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
    if (config.hasConditions()) applied.check(at, result.status());
    var trigger = TriggerValue.of(config.lifecycle().replaceTrigger(), at, scope, key);
    if (trigger instanceof TriggerValue.Failed(var diagnostics))
      return applied.end(step, StepResult.Outcome.NOT_STARTED, diagnostics);
    note(trigger);
    var outcome = result.failed() ? StepResult.Outcome.NOT_STARTED : StepResult.Outcome.UNCHANGED;
    return applied.end(step, outcome, result.diagnostics());
  }

  /// @rule R-PUL-14
  private void note(TriggerValue trigger) {
    var at = step.at();
    var state = applied.state(at);
    var object = state.current().orElseThrow();
    var kept = trigger.kept(object.flags().replaceTrigger());
    if (!kept.equals(object.flags().replaceTrigger()))
      applied.keep(
          at, state.withCurrent(object.withFlags(object.flags().withReplaceTrigger(kept))));
  }
}
