package io.keelson.operator.stack;

import io.keelson.operator.api.Run;
import io.keelson.operator.api.StackStatus.RunReference;

/// A Run whose turn it is, and what it asks for.
record Requested(Run run, RunReference reference, PlanRequest request) {
  static Requested of(Run run) {
    return new Requested(run, RunHistory.reference(run), PlanRequest.of(run.getSpec()));
  }

  String name() {
    return run.getMetadata().getName();
  }
}
