package io.keelson.engine.apply;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.InstanceState;
import java.util.List;
import java.util.Optional;

/// Drops the record of one object, current or deposed. No provider is asked: the object itself is
/// left alone.
///
/// @rule R-REM-3
/// @rule R-PD-8
final class ForgetStep {
  private final ApplyRun run;
  private final Step.Forget step;

  ForgetStep(ApplyRun run, Step.Forget step) {
    this.run = run;
    this.step = step;
  }

  /// @return whether what waits for this step may start
  boolean run() {
    var object = step.object();
    var at = object.instance();
    var state = run.applied().state(at);
    var without = object.deposed().map(state::withoutDeposed).orElseGet(state::withoutCurrent);
    var objection = objection(without);
    if (objection.isPresent())
      return run.applied().end(step, StepResult.Outcome.NOT_STARTED, List.of(objection.get()));
    run.applied().keep(at, without);
    return run.applied().end(step, StepResult.Outcome.DONE, List.of());
  }

  /// An object keeps its record if its successor could not get one.
  private Optional<Diagnostic> objection(InstanceState without) {
    var at = step.object().instance();
    return run.change(step.object())
        .filter(change -> change.action() instanceof Action.Replace)
        .flatMap(change -> {
          var provider = run.provider(at);
          var schema = provider.schema(at.resource().type()).orElseThrow();
          return new StoreCapacity(run, at, provider, schema)
              .objection(without, change.after().orElseThrow(), change.privateData());
        });
  }
}
