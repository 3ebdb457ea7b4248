package io.keelson.engine.apply;

import io.keelson.engine.plan.Step;

/// What became of one step of a plan.
public record StepResult(Step step, Outcome outcome) {
  public enum Outcome {
    /// The provider did what was planned.
    DONE,
    /// There was nothing to do after all: unknown values turned out as they were.
    UNCHANGED,
    /// The provider was asked, and it ended with an error.
    FAILED,
    /// The provider did what was planned, but a postcondition does not hold.
    CONDITION_FAILED,
    /// An error came before the provider was asked.
    NOT_STARTED,
    /// It waits for something that failed, or the run was stopped.
    SKIPPED;

    /// Whether what waits for the step may start.
    public boolean isDone() {
      return this == DONE || this == UNCHANGED;
    }
  }
}
