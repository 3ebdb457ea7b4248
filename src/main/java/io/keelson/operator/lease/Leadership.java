package io.keelson.operator.lease;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gets and keeps the leader's lease: one process works at a time, others stand by.
public final class Leadership implements AutoCloseable {
  public static final String LEASE = "keelson-leader";

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
  private static final Duration LEASE_DURATION = Duration.ofSeconds(15);
  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration MARGIN = Duration.ofSeconds(3);

  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("lease").daemon().factory());
  private final LeaderElector elector;
  private final CompletableFuture<Void> acquired = new CompletableFuture<>();
  private final CompletableFuture<Void> lost = new CompletableFuture<>();
  private volatile @org.jspecify.annotations.Nullable CompletableFuture<?> running;

  public Leadership(
      KubernetesClient client, String namespace, Whereabouts whereabouts, Fence fence) {
    var lock = new EpochLock(namespace, LEASE, whereabouts, fence, MARGIN);
    // Callbacks run on the thread that renews: they must only pass the word on.
    var callbacks =
        new LeaderCallbacks(
            () -> acquired.completeAsync(() -> null),
            () -> lost.completeAsync(() -> null),
            leader -> LOG.debug("The leader is now {}", leader));
    elector =
        new LeaderElector(
            client,
            new LeaderElectionConfig(
                lock, LEASE_DURATION, RENEW_DEADLINE, RETRY, callbacks, true, LEASE),
            executor);
  }

  /// Stands by until the lease is got.
  public CompletableFuture<Void> acquired() {
    return acquired;
  }

  /// Completes when the lease is gone; this process must end then.
  public CompletableFuture<Void> lost() {
    return lost;
  }

  public void start() {
    running = elector.start();
  }

  /// Gives the lease back, so that the next leader need not wait. Only after the last operation.
  @Override
  public void close() {
    var started = running;
    if (started != null) started.cancel(true);
    executor.close();
  }
}
