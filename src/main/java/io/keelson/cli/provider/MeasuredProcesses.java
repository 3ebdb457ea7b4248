package io.keelson.cli.provider;

import io.keelson.operator.metrics.ProcessMetrics;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import java.util.Locale;

/// Tells the metrics of an operator of the processes of its providers.
record MeasuredProcesses(ProcessMetrics metrics) implements ProcessObserver {
  @Override
  public void started(String source, Reason reason) {
    for (var each : Reason.values()) metrics.expect(source, label(each));
    metrics.started(source, label(reason));
  }

  private static String label(Reason reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void ended(String source) {
    metrics.ended(source);
  }
}
