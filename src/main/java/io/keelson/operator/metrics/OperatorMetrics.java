package io.keelson.operator.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.keelson.operator.trace.Traces;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;

/// All metrics of this process. They name no Stacks or resources, as the number of these has no
/// bound. A scrape looks at what is in memory, and asks nobody.
public final class OperatorMetrics implements AutoCloseable {
  private final PrometheusRegistry own = new PrometheusRegistry();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(
          PrometheusConfig.DEFAULT, own, io.micrometer.core.instrument.Clock.SYSTEM);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final ReconcileMetrics reconciles = new ReconcileMetrics(own);
  private final QueueMetrics queues = new QueueMetrics(own);
  private final RequestMetrics requests = new RequestMetrics(own);
  private final PlanMetrics plans = new PlanMetrics(own);
  private final ProviderMetrics providers;
  private final ProcessMetrics processes = new ProcessMetrics(own);
  private final NamespaceMetrics namespaces = new NamespaceMetrics(own);
  private final WatchMetrics watches = new WatchMetrics(own);
  private final LeaseMetrics lease = new LeaseMetrics(own);

  /// @param traces have a span for each call of a provider
  public OperatorMetrics(Traces traces) {
    providers = new ProviderMetrics(own, traces);
    // promtool objects to their names; the first has a standard name below.
    registry
        .config()
        .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"))
        .meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    collections.bindTo(registry);
    processorTime();
    var build = Build.ofThisProgram();
    Info.builder()
        .name("keelson_build_info")
        .help("Always 1: which build this is")
        .labelNames("version", "revision")
        .register(own)
        .setLabelValues(build.version(), build.revision());
  }

  private void processorTime() {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system))
      return;
    CounterWithCallback.builder()
        .name("process_cpu_seconds_total")
        .help("Processor time that the process has taken, without that of providers")
        .callback(callback -> callback.call(Buckets.seconds(system.getProcessCpuTime())))
        .register(own);
  }

  public ReconcileMetrics reconciles() {
    return reconciles;
  }

  public QueueMetrics queues() {
    return queues;
  }

  /// To be put into each client of the API server.
  public RequestMetrics requests() {
    return requests;
  }

  public PlanMetrics plans() {
    return plans;
  }

  public ProviderMetrics providers() {
    return providers;
  }

  public ProcessMetrics processes() {
    return processes;
  }

  public NamespaceMetrics namespaces() {
    return namespaces;
  }

  public WatchMetrics watches() {
    return watches;
  }

  public LeaseMetrics lease() {
    return lease;
  }

  /// Everything in Prometheus' text format.
  public String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
