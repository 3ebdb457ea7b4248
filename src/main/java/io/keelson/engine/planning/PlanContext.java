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
/// @param programsRun whether programs run that wait for what comes of it, so that another run
///   follows
record PlanContext(
    Snapshot snapshot,
    PlanOptions options,
    StackScope scope,
    Selection selection,
    Findings findings,
    boolean programsRun) {
  StackConfig config() {
    return snapshot.config();
  }

  boolean isDestroy() {
    return options.mode() == PlanOptions.Mode.DESTROY;
  }
}
