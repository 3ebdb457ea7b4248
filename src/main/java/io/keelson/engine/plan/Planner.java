package io.keelson.engine.plan;

import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StateCodec;

/// Computes what has to be done to bring the world to what is declared. Changes nothing, anywhere.
///
/// Equal snapshots, options and provider answers give equal plans.
public final class Planner {
  private final Providers providers;
  private final StateCodec codec;

  public Planner(Providers providers, StateCodec codec) {
    this.providers = providers;
    this.codec = codec;
  }

  /// With options that contradict each other nothing is planned.
  public PlanOutcome plan(Snapshot snapshot, PlanOptions options) {
    var contradictions = Contradictions.in(options);
    if (!contradictions.isEmpty())
      return new PlanOutcome(Plan.nothing(snapshot, options.digestKey()), contradictions);
    return new PlanRun(providers, codec, snapshot, options).run();
  }
}
