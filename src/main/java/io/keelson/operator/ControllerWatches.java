package io.keelson.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.keelson.operator.metrics.WatchMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The watches that the framework keeps for its controllers. It begins them anew by itself; here is
/// asked whether they work.
final class ControllerWatches {
  private ControllerWatches() {}

  /// Counts them. To be called once the controllers have started.
  static void count(Operator controllers, WatchMetrics metrics) {
    for (RegisteredController<?> each : controllers.getRegisteredControllers())
      for (InformerHealthIndicator watch : of(each)) metrics.count(kind(each), watch::isWatching);
  }

  /// The kinds whose watch does not work at the moment. None until the controllers have started:
  /// they wait for each of their namespaces, and one that is missing keeps them for two minutes.
  ///
  /// @param except namespaces whose watches do not count
  static SortedSet<String> lost(Operator controllers, Set<String> except) {
    var lost = new TreeSet<String>();
    if (!controllers.getRuntimeInfo().isStarted()) return lost;
    for (RegisteredController<?> each : controllers.getRegisteredControllers())
      if (isLost(each, except)) lost.add(kind(each));
    return lost;
  }

  private static boolean isLost(RegisteredController<?> controller, Set<String> except) {
    return of(controller).stream()
        .anyMatch(watch -> !watch.isWatching() && !except.contains(watch.getTargetNamespace()));
  }

  private static List<InformerHealthIndicator> of(RegisteredController<?> controller) {
    var watches = new ArrayList<InformerHealthIndicator>();
    var sources = controller.getControllerHealthInfo().informerEventSourceHealthIndicators();
    for (InformerWrappingEventSourceHealthIndicator<?> source : sources.values())
      watches.addAll(source.informerHealthIndicators().values());
    return watches;
  }

  private static String kind(RegisteredController<? extends HasMetadata> controller) {
    return controller.getConfiguration().getResourceClass().getSimpleName();
  }
}
