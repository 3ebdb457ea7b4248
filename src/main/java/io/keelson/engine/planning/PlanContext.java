package io.keelson.engine.planning;

import io.keelson.engine.config.StackConfig;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;

/// What all steps of one planning run share.
///
/// @param scope gives references their values: recorded, or planned so far
/// @param findings what has been found out so far
record PlanContext(
    Snapshot snapshot,
    PlanOptions options,
    StackScope scope,
    Selection selection,
    Findings findings) {
  StackConfig config() {
    return snapshot.config();
  }

  boolean isDestroy() {
    return options.mode() == PlanOptions.Mode.DESTROY;
  }
}
