package io.keelson.operator.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// The processes of providers: how many run, and why they were started.
public final class ProcessMetrics {
  private final Gauge running;
  private final Counter starts;

  ProcessMetrics(PrometheusRegistry registry) {
    running =
        Gauge.builder()
            .withoutExemplars()
            .name("keelson_provider_processes")
            .help("Processes of providers that run now")
            .labelNames("provider")
            .register(registry);
    starts =
        Counter.builder()
            .withoutExemplars()
            .name("keelson_provider_process_starts_total")
            .help("Processes of providers that were started, by why that was needed")
            .labelNames("provider", "reason")
            .register(registry);
  }

  /// Counts from zero how often there will be this reason: how much a counter grows is not known of
  /// the first process that it counts.
  ///
  /// @param provider its source address
  /// @param reason one of a few words
  public void expect(String provider, String reason) {
    starts.initLabelValues(provider, reason);
  }

  /// @param provider its source address
  /// @param reason one of a few words
  public void started(String provider, String reason) {
    starts.labelValues(provider, reason).inc();
    running.labelValues(provider).inc();
  }

  /// @param provider its source address
  public void ended(String provider) {
    running.labelValues(provider).dec();
  }
}
