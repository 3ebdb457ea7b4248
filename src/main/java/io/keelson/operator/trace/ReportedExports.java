package io.keelson.operator.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says in the log when spans cannot be sent, and when they can be sent again: once each, however
/// many are lost in between.
final class ReportedExports implements SpanExporter {
  private static final Logger LOG = LoggerFactory.getLogger(ReportedExports.class);

  private final SpanExporter exporter;
  private final AtomicBoolean fails = new AtomicBoolean();

  ReportedExports(SpanExporter exporter) {
    this.exporter = exporter;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    var result = exporter.export(spans);
    return result.whenComplete(() -> report(!result.isSuccess()));
  }

  private void report(boolean failed) {
    if (fails.getAndSet(failed) == failed) return;
    if (failed)
      LOG.warn(
          "Traces are lost: the endpoint that the variables OTEL_EXPORTER_OTLP_* name does not take"
              + " them. Look whether it is there, and takes http/protobuf. The operator works on"
              + " without them.");
    else LOG.info("Traces are sent again");
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
