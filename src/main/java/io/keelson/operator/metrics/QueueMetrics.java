package io.keelson.operator.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;

/// What waits for a place to be worked on, and for how long.
public final class QueueMetrics {
  private final Map<String, IntSupplier> depths = new ConcurrentHashMap<>();
  private final Histogram waited;

  QueueMetrics(PrometheusRegistry registry) {
    GaugeWithCallback.builder()
        .name("workqueue_depth")
        .help("What waits now: Stacks for a place to be planned in, requests for one to be sent")
        .labelNames("name")
        .callback(
            callback -> depths.forEach((name, depth) -> callback.call(depth.getAsInt(), name)))
        .register(registry);
    waited =
        Buckets.histogram(
                "workqueue_queue_duration_seconds",
                "How long it waited before it had its turn",
                Buckets.OF_WORK)
            .labelNames("name")
            .register(registry);
  }

  /// Begins to tell how many wait in a queue.
  ///
  /// @param name one of a few
  /// @param depth asked at each scrape, so it must answer at once
  public void depth(String name, IntSupplier depth) {
    depths.put(name, depth);
  }

  /// @param name of a queue
  /// @return to be told how long each has waited, in nanoseconds
  public LongConsumer waits(String name) {
    var waits = waited.labelValues(name);
    return nanos -> waits.observe(Buckets.seconds(nanos));
  }
}
