package io.keelson.operator;

import io.javaoperatorsdk.operator.Operator;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/// The thread on which the framework's controllers look from time to time whether what they wrote
/// is still there.
///
/// In JOSDK 5.3 its pool has no thread to keep: the one that it makes all the same gives up after
/// ten milliseconds, finds that something is still to be done one day, and begins again, a hundred
/// times a second. Nor does the framework end it.
final class ControllerTimers {
  private ControllerTimers() {}

  /// Lets the thread wait until something is due. To be called once the controllers have started.
  static void keepThread(Operator controllers) {
    pool(controllers).ifPresent(pool -> pool.setCorePoolSize(1));
  }

  /// Ends the thread.
  static void end(Operator controllers) {
    pool(controllers).ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
  }

  private static Optional<ScheduledThreadPoolExecutor> pool(Operator controllers) {
    var threads = controllers.getConfigurationService().getExecutorServiceManager();
    return threads.scheduledExecutorService() instanceof ScheduledThreadPoolExecutor pool
        ? Optional.of(pool)
        : Optional.empty();
  }
}
