package io.keelson.operator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/// The metrics for Prometheus. They name no Stacks or resources, as the number of these has no
/// bound.
final class Metrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /// @param leads whether this process may write now
  /// @param stacks how many stacks it works for
  /// @param lostWatches how many kinds have no working watch
  Metrics(BooleanSupplier leads, IntSupplier stacks, IntSupplier lostWatches) {
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    collections.bindTo(registry);
    Gauge.builder("keelson.leader", () -> leads.getAsBoolean() ? 1 : 0)
        .description("1 while this process holds the lease")
        .register(registry);
    Gauge.builder("keelson.stacks", stacks::getAsInt)
        .description("Stacks that this process works for")
        .register(registry);
    Gauge.builder("keelson.watches.lost", lostWatches::getAsInt)
        .description("Kinds of which no news come, as their watch is lost")
        .register(registry);
  }

  /// Everything in Prometheus' text format.
  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
