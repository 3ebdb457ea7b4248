package io.keelson.operator.trace;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Traces by the SDK of OpenTelemetry. It sends from a thread of its own, and drops spans rather
/// than wait.
final class OpenTelemetryTraces implements Traces {
  private static final int SECONDS_AT_THE_END = 3;
  private static final String UNKNOWN = "Unknown";

  /// Variables may be meant for all programs of a cluster: they must not have this one send more
  /// than traces, or look for a propagator that it does not have.
  private static final Map<String, String> NOTHING_ELSE =
      Map.of(
          "otel.metrics.exporter",
          "none",
          "otel.logs.exporter",
          "none",
          "otel.propagators",
          "none");

  /// The SDK logs each export that fails, with what came back; [ReportedExports] tells it instead.
  /// Held here, as what is set in a logger that nobody holds is lost.
  private static final Logger OF_SDK = Logger.getLogger("io.opentelemetry");

  /// What is to be the parent. Workers of plans and applies are threads that inherit it.
  private static final InheritableThreadLocal<@Nullable Context> AROUND =
      new InheritableThreadLocal<>();

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  private OpenTelemetryTraces(OpenTelemetrySdk sdk) {
    this.sdk = sdk;
    this.tracer = sdk.getTracer("io.keelson");
  }

  /// @param properties of the SDK
  static OpenTelemetryTraces configured(Map<String, String> properties) {
    OF_SDK.setLevel(Level.OFF);
    return new OpenTelemetryTraces(
        AutoConfiguredOpenTelemetrySdk.builder()
            .addPropertiesSupplier(() -> properties)
            .addPropertiesCustomizer(_ -> NOTHING_ELSE)
            .addSpanExporterCustomizer((exporter, _) -> new ReportedExports(exporter))
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk());
  }

  @Override
  public Traces.Span plan(String namespace, String stack) {
    return ofStack("keelson.plan", namespace, stack);
  }

  @Override
  public Traces.Span apply(String namespace, String stack) {
    return ofStack("keelson.apply", namespace, stack);
  }

  private Traces.Span ofStack(String name, String namespace, String stack) {
    var begun = new Begun(name, "keelson.result");
    begun.span.setAttribute("keelson.namespace", namespace);
    begun.span.setAttribute("keelson.stack", stack);
    return begun;
  }

  @Override
  public Traces.Span call(String provider, String method) {
    var begun = new Begun("keelson.provider.call", "keelson.code");
    begun.span.setAttribute("keelson.provider", provider);
    begun.span.setAttribute("keelson.method", method);
    return begun;
  }

  @Override
  public void close() {
    var _ = sdk.shutdown().join(SECONDS_AT_THE_END, TimeUnit.SECONDS);
  }

  private final class Begun implements Traces.Span {
    private final @Nullable Context before = AROUND.get();
    private final io.opentelemetry.api.trace.Span span;
    private final String attribute;
    private String how = UNKNOWN;
    private boolean well;

    /// @param attribute says how it ended
    Begun(String name, String attribute) {
      this.attribute = attribute;
      var parent = before == null ? Context.root() : before;
      this.span = tracer.spanBuilder(name).setParent(parent).startSpan();
      AROUND.set(parent.with(span));
    }

    @Override
    public void plan(String name) {
      span.setAttribute("keelson.plan", name);
    }

    @Override
    public void digest(String digest) {
      span.setAttribute("keelson.digest", digest);
    }

    @Override
    public void ended(String word, boolean asWanted) {
      how = word;
      well = asWanted;
    }

    @Override
    public void close() {
      span.setAttribute(attribute, how);
      if (!well) span.setStatus(StatusCode.ERROR);
      span.end();
      if (before == null) AROUND.remove();
      else AROUND.set(before);
    }
  }
}
