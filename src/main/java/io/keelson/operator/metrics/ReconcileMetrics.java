package io.keelson.operator.metrics;

import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/// How often controllers looked at their objects, how that ended, and how long it took. The names
/// are those of controller-runtime, so that what exists for other operators can be used.
public final class ReconcileMetrics implements Metrics {
  private static final String[] CONTROLLERS = {"stack", "provider", "providerconfig"};

  private final Counter total;
  private final Histogram time;

  /// How a look at an object ended.
  public enum Result {
    SUCCESS,
    /// What it was about has changed meanwhile: it begins anew.
    REQUEUE,
    ERROR;

    private String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ReconcileMetrics(PrometheusRegistry registry) {
    total =
        Counter.builder()
            .withoutExemplars()
            .name("controller_runtime_reconcile_total")
            .help("Looks of a controller at an object: a turn of a Stack, or a Provider")
            .labelNames("controller", "result")
            .register(registry);
    time =
        Buckets.histogram(
                "controller_runtime_reconcile_time_seconds",
                "How long these looks took, applies included",
                Buckets.OF_WORK)
            .labelNames("controller")
            .register(registry);
    for (var controller : CONTROLLERS) {
      time.initLabelValues(controller);
      for (var result : Result.values()) total.initLabelValues(controller, result.label());
    }
  }

  /// A turn of a Stack, until it is closed. It counts as an error unless something else is said.
  public Reconciliation ofStack() {
    return new Reconciliation(CONTROLLERS[0]);
  }

  /// One look at an object.
  public final class Reconciliation implements AutoCloseable {
    private final String controller;
    private final long begun = System.nanoTime();
    private Result result = Result.ERROR;

    private Reconciliation(String controller) {
      this.controller = controller;
    }

    public void ends(Result how) {
      result = how;
    }

    @Override
    public void close() {
      total.labelValues(controller, result.label()).inc();
      time.labelValues(controller).observe(Buckets.seconds(System.nanoTime() - begun));
    }
  }

  /// Called by the framework for each reconciliation.
  @Override
  public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
    try (var look = new Reconciliation(execution.controllerName())) {
      var done = execution.execute();
      look.ends(Result.SUCCESS);
      return done;
    }
  }
}
