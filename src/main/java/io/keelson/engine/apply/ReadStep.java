package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.reading.DataMemo;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;

/// Reads one instance of a data source, for those that refer to it. Nothing of it is stored.
///
/// @rule R-DATA-7
final class ReadStep {
  private final AppliedState applied;
  private final DataReader reader;
  private final DataMemo memo;
  private final Step.Read step;
  private final InstanceAddress at;
  private final ResourceConfig config;

  ReadStep(
      AppliedState applied,
      DataReader reader,
      DataMemo memo,
      Step.Read step,
      ResourceConfig config) {
    this.applied = applied;
    this.reader = reader;
    this.memo = memo;
    this.step = step;
    this.at = step.at();
    this.config = config;
  }

  /// @return whether what waits for this step may start
  /// @rule R-COND-7
  boolean run(Scope scope) {
    var before = ConditionCheck.preconditions(config, at, scope);
    note(before);
    if (before.failed()) return end(StepResult.Outcome.NOT_STARTED, before.diagnostics());
    return switch (config.body().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) ->
          end(StepResult.Outcome.NOT_STARTED, Diagnostic.within(at, diagnostics));
      case Evaluated.Ok(var body) when !body.whollyKnown() ->
          end(StepResult.Outcome.NOT_STARTED, List.of(FinalPlan.open(at)));
      case Evaluated.Ok(var body) -> read(scope, body.unmark());
    };
  }

  private boolean read(Scope scope, Unmarked body) {
    return switch (reader.read(at, body, memo)) {
      case Answer.Failed(var diagnostics) -> end(StepResult.Outcome.FAILED, diagnostics);
      case Answer.Deferred(var deferral) ->
          end(StepResult.Outcome.FAILED, reader.cannotWait(at, deferral));
      case Answer.Given(var found) -> {
        applied.report(found.warnings());
        Value value = reader.marked(at, found, body);
        applied.value(at, value);
        var after = ConditionCheck.postconditions(config, at, scope, value);
        note(after);
        yield end(
            after.failed() ? StepResult.Outcome.CONDITION_FAILED : StepResult.Outcome.DONE,
            after.diagnostics());
      }
    };
  }

  private void note(CheckResult result) {
    if (config.hasConditions()) applied.check(at, result.status());
  }

  private boolean end(StepResult.Outcome outcome, List<Diagnostic> diagnostics) {
    return applied.end(step, outcome, diagnostics);
  }
}
