package io.keelson.operator.metrics;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/// Whether the watches live: how many do, how often one was lost, when the last news came.
public final class WatchMetrics {
  private static final double MILLIS = 1000;

  private final Map<String, Purpose> all = new ConcurrentHashMap<>();
  private final Counter restarts;
  private final Gauge lastEvent;

  WatchMetrics(PrometheusRegistry registry) {
    GaugeWithCallback.builder()
        .name("keelson_watches")
        .help("Watches that work now, by what they are for")
        .labelNames("purpose")
        .callback(callback -> all.forEach((purpose, each) -> callback.call(each.living(), purpose)))
        .register(registry);
    restarts =
        Counter.builder()
            .withoutExemplars()
            .name("keelson_watch_restarts_total")
            .help("Watches that were lost or refused, and are tried again")
            .labelNames("purpose")
            .register(registry);
    lastEvent =
        Gauge.builder()
            .withoutExemplars()
            .name("keelson_watch_last_event_timestamp_seconds")
            .help("When the last event came")
            .labelNames("purpose")
            .register(registry);
    GaugeWithCallback.builder()
        .name("keelson_watches_lost")
        .help("Watches that are wanted and do not work now, by what they are for")
        .labelNames("purpose")
        .callback(callback -> all.forEach((purpose, each) -> callback.call(each.lost(), purpose)))
        .register(registry);
  }

  /// The watches for one purpose.
  final class Purpose {
    private final String name;

    /// Whether each of them works.
    private final Set<BooleanSupplier> watches = ConcurrentHashMap.newKeySet();

    private Purpose(String name) {
      this.name = name;
    }

    private int living() {
      return (int) watches.stream().filter(BooleanSupplier::getAsBoolean).count();
    }

    private int lost() {
      return watches.size() - living();
    }

    void restarted() {
      restarts.labelValues(name).inc();
    }

    void event() {
      lastEvent.labelValues(name).set(System.currentTimeMillis() / MILLIS);
    }
  }

  Purpose purpose(String name) {
    return all.computeIfAbsent(name, Purpose::new);
  }

  /// Follows an informer until it is closed, and has it try again whatever happens. To be called
  /// before it is started.
  ///
  /// @param purpose one of a few, such as the kind
  public void follow(String purpose, SharedIndexInformer<?> informer) {
    var followed = purpose(purpose);
    restarts.initLabelValues(purpose);
    lastEvent.initLabelValues(purpose);
    BooleanSupplier works = informer::isWatching;
    followed.watches.add(works);
    informer.exceptionHandler((_, _) -> {
      followed.restarted();
      return true;
    });
    listen(informer, followed::event);
    var _ = informer.stopped().whenComplete((_, _) -> followed.watches.remove(works));
  }

  /// Counts a watch that tells nothing but whether it works.
  ///
  /// @param purpose one of a few, such as the kind
  public void count(String purpose, BooleanSupplier works) {
    purpose(purpose).watches.add(works);
  }

  private static <T> void listen(SharedIndexInformer<T> informer, Runnable event) {
    informer.addEventHandler(
        new ResourceEventHandler<T>() {
          @Override
          public void onAdd(T object) {
            event.run();
          }

          @Override
          public void onUpdate(T before, T object) {
            event.run();
          }

          @Override
          public void onDelete(T object, boolean stateUnknown) {
            event.run();
          }
        });
  }
}
