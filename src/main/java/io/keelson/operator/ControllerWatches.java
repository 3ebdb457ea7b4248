package io.keelson.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.keelson.operator.metrics.WatchMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

  /// What a watch that has ended is told as. The framework does not begin it again after an object
  /// that it could not read, so no change of that kind is heard of any more. Empty if the watch was
  /// closed.
  ///
  /// @param why it ended; absent if it was closed
  static Optional<IllegalStateException> broken(
      SharedIndexInformer<?> watch, @Nullable Throwable why) {
    if (why == null) return Optional.empty();
    var kind = watch.getApiTypeClass();
    return Optional.of(
        new IllegalStateException(
            "The watch of %s has ended, as an object does not fit its kind any more: %s. Find it with kubectl get %s --all-namespaces -o yaml, correct or delete it, and restart the operator."
                .formatted(HasMetadata.getKind(kind), why, HasMetadata.getFullResourceName(kind)),
            why));
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
