package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.ProgramRequests;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.List;

/// Starts a program once more, with all that it is given: what it registers is the turn of the
/// steps after this one.
///
/// @rule R-PRG-22
final class ProgramStep {
  private final ApplyRun run;
  private final Step.Read step;
  private final ResourceConfig config;

  ProgramStep(ApplyRun run, Step.Read step, ResourceConfig config) {
    this.run = run;
    this.step = step;
    this.config = config;
  }

  /// @return whether what waits for this step may start
  boolean run(Scope scope) {
    InstanceAddress at = step.at();
    return switch (config.body().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) ->
          end(StepResult.Outcome.NOT_STARTED, Diagnostic.within(at, diagnostics));
      case Evaluated.Ok(var inputs) when !inputs.whollyKnown() ->
          end(StepResult.Outcome.NOT_STARTED, List.of(FinalPlan.open(at)));
      case Evaluated.Ok(var inputs) -> start(at, inputs);
    };
  }

  private boolean start(InstanceAddress at, Value inputs) {
    var provider = run.providers().toConverge(at.resource()).orElseThrow();
    var options = run.options();
    var requests =
        new ProgramRequests(
            run.snapshot(),
            run.providers().available(),
            false,
            options.parallelism(),
            options.stop()::isSet);
    run.programs().start(at, provider.programs(), requests.of(at, inputs));
    return end(StepResult.Outcome.DONE, List.of());
  }

  private boolean end(StepResult.Outcome outcome, List<Diagnostic> diagnostics) {
    return run.applied().end(step, outcome, diagnostics);
  }
}
