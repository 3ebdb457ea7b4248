package io.keelson.operator.stack.context;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.record.JournalEntry.Holder;
import io.keelson.operator.component.Publications;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.provider.InstalledProviders;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.operator.status.StatusRefusals;
import io.keelson.operator.trace.Traces;
import io.keelson.provider.builtin.BuiltinProvider;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;

/// What all Stacks share, for tests: the builtin provider, no definition, no policy, and room for
/// everything.
public final class ContextOfTests {
  /// The cluster that it is about.
  public static final String CLUSTER = "cluster";

  private static final long MEMORY = 1 << 30;

  private ContextOfTests() {}

  public static OperatorContext of(KubernetesClient client, Clock clock) {
    return of(client, clock, false);
  }

  /// Of an operator that starts nothing.
  public static OperatorContext holding(KubernetesClient client, Clock clock) {
    return of(client, clock, true);
  }

  private static OperatorContext of(KubernetesClient client, Clock clock, boolean hold) {
    var self = new Holder();
    self.process = "this";
    return new OperatorContext(
        client,
        new CelExpressions(),
        new JsonStateCodec(),
        (_, _, _) -> new Providers(List.of(new BuiltinProvider(() -> "id", new JsonStateCodec()))),
        new InstalledProviders(),
        new ProcessLiveness(self, client),
        Fence.open(),
        clock,
        new SecureRandom(),
        hold,
        new ReadingPace(1, ReadingPace.Jitter.SPREAD),
        new Census(Limits.DEFAULT),
        new DeclaredSizes(MEMORY),
        new PlanningPlaces(MEMORY, _ -> {}),
        new FairPlaces(1),
        _ -> List.of(),
        CLUSTER,
        new Publications(),
        new StatusRefusals(),
        new OperatorMetrics(Traces.NONE),
        Traces.NONE);
  }
}
