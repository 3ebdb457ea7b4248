package io.keelson.cli.provider;

import io.keelson.operator.metrics.ProcessMetrics;
import io.keelson.provider.plugin.ProcessObserver;
import java.util.Locale;

/// Tells the metrics of an operator of the processes of its providers.
record MeasuredProcesses(ProcessMetrics metrics) implements ProcessObserver {
  @Override
  public void started(String source, Reason reason) {
    metrics.started(source, reason.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public void ended(String source) {
    metrics.ended(source);
  }
}
