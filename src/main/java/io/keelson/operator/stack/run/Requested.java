package io.keelson.operator.stack.run;

import io.keelson.operator.api.Run;
import io.keelson.operator.api.StackStatus.RunReference;

/// A Run whose turn it is, and what it asks for.
public record Requested(Run run, RunReference reference, RequestedPlan request) {
  static Requested of(Run run) {
    return new Requested(run, RunHistory.reference(run), RequestedPlan.of(run.getSpec()));
  }

  public String name() {
    return run.getMetadata().getName();
  }
}
