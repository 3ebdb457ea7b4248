package io.keelson.operator.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// What the Stacks of each namespace are like. Counted at each scrape from what is in memory, so
/// nothing is left of a namespace that is gone, nor after another process has begun to lead.
public final class NamespaceMetrics implements MultiCollector {
  private static final String NAMESPACE = "namespace";
  private static final double MILLIS = 1000;

  private volatile Supplier<List<StackFacts>> stacks = List::of;

  NamespaceMetrics(PrometheusRegistry registry) {
    registry.register(this);
  }

  /// Begins to tell of Stacks.
  ///
  /// @param known asked at each scrape, so it must answer at once
  public void of(Supplier<List<StackFacts>> known) {
    stacks = known;
  }

  @Override
  public MetricSnapshots collect() {
    var reasons = new Sums("keelson_stacks", "Stacks by the reason of their condition Ready");
    var phases = new Sums("keelson_instances", "Recorded instances by their phase");
    var bytes =
        new Sums(
            "keelson_state_bytes",
            "What is recorded of instances, in bytes, before it is compressed and sealed");
    var drifted =
        new Sums("keelson_drifted_instances", "Instances that differ from what was applied");
    var waiting = new Sums("keelson_plans_waiting", "Plans that wait for a person");
    var drifts =
        new Oldest(
            "keelson_drift_oldest_timestamp_seconds",
            "Since when the oldest drift of the namespace is known");
    var waits =
        new Oldest(
            "keelson_plan_waiting_oldest_timestamp_seconds",
            "Since when the plan waits that has waited longest");
    for (StackFacts stack : stacks.get()) {
      var namespace = Labels.of(NAMESPACE, stack.namespace());
      reasons.add(namespace.add("reason", stack.reason()), 1);
      var instances = stack.instances();
      instances
          .phases()
          .forEach((phase, count) -> phases.add(namespace.add("status", phase), count));
      bytes.add(namespace, (double) instances.bytes());
      drifted.add(namespace, instances.drifted());
      waiting.add(namespace, stack.waitingSince().isPresent() ? 1 : 0);
      instances.driftedSince().ifPresent(since -> drifts.add(namespace, since));
      stack.waitingSince().ifPresent(since -> waits.add(namespace, since));
    }
    return MetricSnapshots.of(
        reasons.snapshot(),
        phases.snapshot(),
        bytes.snapshot(),
        drifted.snapshot(),
        waiting.snapshot(),
        drifts.snapshot(),
        waits.snapshot());
  }

  /// A gauge with a sum for each set of labels.
  private record Sums(String name, String help, Map<Labels, Double> sums) {
    Sums(String name, String help) {
      this(name, help, new TreeMap<>());
    }

    void add(Labels labels, double value) {
      sums.merge(labels, value, Double::sum);
    }

    GaugeSnapshot snapshot() {
      return gauge(name, help, sums);
    }
  }

  /// A gauge with the earliest of some times for each set of labels.
  private record Oldest(String name, String help, Map<Labels, Instant> times) {
    Oldest(String name, String help) {
      this(name, help, new TreeMap<>());
    }

    void add(Labels labels, Instant time) {
      times.merge(labels, time, (one, other) -> one.isBefore(other) ? one : other);
    }

    GaugeSnapshot snapshot() {
      var seconds = new TreeMap<Labels, Double>();
      times.forEach((labels, time) -> seconds.put(labels, time.toEpochMilli() / MILLIS));
      return gauge(name, help, seconds);
    }
  }

  private static GaugeSnapshot gauge(String name, String help, Map<Labels, Double> values) {
    var gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach((labels, value) ->
        gauge.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    return gauge.build();
  }
}
