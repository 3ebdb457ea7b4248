package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.apply.StepResult;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A plan is good for the state that it was made from, and for no other.
class StalePlanTest {
  private final Laboratory laboratory = new Laboratory(2);

  @Test
  @Tag("R-STATE-30")
  @Tag("AC-107")
  void ac107_changedState_makesPlanStaleAndNothingIsDone() {
    var stack = RandomStack.single(0);
    var planned = laboratory.plan(stack);
    laboratory.settle(stack);

    var outcome = laboratory.apply(laboratory.late(planned), Laboratory.Conditions.good());

    assertThat(outcome.diagnostics()).extracting(Diagnostic::code).containsExactly(Code.STALE_PLAN);
    assertThat(outcome.steps())
        .isNotEmpty()
        .extracting(StepResult::outcome)
        .containsOnly(StepResult.Outcome.NOT_STARTED);
    laboratory.isSettled(stack);
  }
}
