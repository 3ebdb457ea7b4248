package io.keelson.testing;

import io.keelson.engine.address.Target;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import java.util.Collection;
import java.util.TreeSet;

/// Options of plans about a part. The operator makes its own in one go.
public final class PlanParts {
  private PlanParts() {}

  /// The same options, for the rest of a run.
  public static PlanOptions continuing(PlanOptions options, OpenRun run) {
    return new PlanOptions(
        options.mode(),
        options.refresh(),
        options.parallelism(),
        options.digestKey(),
        run,
        options.replace(),
        options.targets(),
        options.excluded(),
        options.scope(),
        options.looksAt(),
        options.existing(),
        options.limits(),
        options.deletes());
  }

  /// The same options, limited to these addresses.
  public static PlanOptions targeting(PlanOptions options, Collection<Target> targets) {
    return new PlanOptions(
        options.mode(),
        options.refresh(),
        options.parallelism(),
        options.digestKey(),
        options.openRun(),
        options.replace(),
        new TreeSet<>(targets),
        options.excluded(),
        options.scope(),
        options.looksAt(),
        options.existing(),
        options.limits(),
        options.deletes());
  }
}
