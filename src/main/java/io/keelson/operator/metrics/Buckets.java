package io.keelson.operator.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.Unit;

/// Histograms of durations, in seconds. Their buckets are fixed, so that those of several processes
/// and releases add up.
final class Buckets {
  /// One answer of a server: from a millisecond to a minute.
  static final double[] OF_CALLS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
  };

  /// Work that calls others many times: from a hundredth of a second to an hour.
  static final double[] OF_WORK = {
    0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600
  };

  /// What may wait for people: from a second to a week.
  static final double[] OF_WAITING = {
    1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 14_400, 86_400, 604_800
  };

  private static final double NANOS = 1e9;

  private Buckets() {}

  /// @param name with the unit, `_seconds`
  static Histogram.Builder histogram(String name, String help, double[] bounds) {
    return Histogram.builder()
        .name(name)
        .unit(Unit.SECONDS)
        .help(help)
        // They would need a library that Micrometer leaves out.
        .withoutExemplars()
        .classicOnly()
        .classicUpperBounds(bounds);
  }

  static double seconds(long nanos) {
    return nanos / NANOS;
  }
}
