package io.keelson.engine.apply;

import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateStore;
import java.util.function.Supplier;

/// Carries out a plan: walks its operations in order, calls the providers, and stores the result of
/// every call before the next.
///
/// There is no rollback: what failed and what waits for it stays as it was, the rest is done.
///
/// @rule R-APPLY-2
public final class Applier {
  private final Providers providers;
  private final StateCodec codec;
  private final Supplier<String> operationIds;

  /// @param operationIds gives an id that was never used before
  public Applier(Providers providers, StateCodec codec, Supplier<String> operationIds) {
    this.providers = providers;
    this.codec = codec;
    this.operationIds = operationIds;
  }

  /// Applies a plan that was made from exactly this snapshot.
  public ApplyOutcome apply(Plan plan, Snapshot snapshot, StateStore store, ApplyOptions options) {
    return apply(plan, snapshot, store, options, new PlanMemo());
  }

  /// The same for those who plan again and again.
  ///
  /// @param memo of the plan: what it was told is not asked again, and what is read on the way is
  ///   what the next plan starts from
  public ApplyOutcome apply(
      Plan plan, Snapshot snapshot, StateStore store, ApplyOptions options, PlanMemo memo) {
    var registering = snapshot.registering(plan.registered());
    var run = new ApplyRun(providers, codec, operationIds, plan, registering, store, options, memo);
    return new PlanApplication(run, memo).outcome();
  }
}
