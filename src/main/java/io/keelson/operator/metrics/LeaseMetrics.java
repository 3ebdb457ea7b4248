package io.keelson.operator.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/// Whether this process leads, and how often that has changed.
public final class LeaseMetrics {
  private final Map<String, BooleanSupplier> leases = new ConcurrentHashMap<>();
  private final Counter transitions;

  LeaseMetrics(PrometheusRegistry registry) {
    GaugeWithCallback.builder()
        .name("leader_election_master_status")
        .help("1 while this process holds the lease, else 0")
        .labelNames("name")
        .callback(callback ->
            leases.forEach((name, holds) -> callback.call(holds.getAsBoolean() ? 1 : 0, name)))
        .register(registry);
    transitions =
        Counter.builder()
            .withoutExemplars()
            .name("keelson_lease_transitions_total")
            .help("How often this process got the lease, or lost it")
            .register(registry);
  }

  /// Begins to tell of a lease.
  ///
  /// @param holds whether this process may write now
  public void lease(String name, BooleanSupplier holds) {
    leases.put(name, holds);
  }

  /// Called when this process got the lease, or lost it.
  public void changedHands() {
    transitions.inc();
  }
}
