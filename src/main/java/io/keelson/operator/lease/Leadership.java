package io.keelson.operator.lease;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks every two seconds to get or renew the leader's lease: one process works at a time, others
/// stand by. Decides by the answer whether the [Fence] holds: a process that cannot renew the lease
/// in time starts nothing new until it has the lease again, but still writes the results of running
/// operations. Sets no condition.
public final class Leadership implements AutoCloseable {
  public static final String LEASE = "keelson-leader";

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final EpochLease lease;
  private final Fence fence;
  private final Runnable changedHands;
  private final CompletableFuture<Void> acquired = new CompletableFuture<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("lease").daemon().unstarted(this::keep);
  private volatile boolean answered = true;
  private boolean leading;

  /// @param changedHands called when this process got the lease, or lost it
  public Leadership(
      KubernetesClient client,
      String namespace,
      ProcessLiveness liveness,
      Fence fence,
      Runnable changedHands) {
    this.lease = new EpochLease(client, namespace, LEASE, liveness, fence);
    this.fence = fence;
    this.changedHands = changedHands;
  }

  /// Completes when the lease is got for the first time.
  public CompletableFuture<Void> acquired() {
    return acquired;
  }

  /// Whether the API server answered when it was last asked about the lease.
  public boolean isAnswered() {
    return answered;
  }

  public void start() {
    thread.start();
  }

  private void keep() {
    try {
      do {
        attempt();
      } while (!closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
      lease.release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.info("The lease was not given back, it ends by itself: {}", e.getMessage());
    }
  }

  private void attempt() {
    try {
      boolean holds = lease.hold();
      if (holds && !leading) LOG.info("Leading with epoch {}", fence.epoch());
      if (!holds && leading)
        LOG.warn("The lease went to another process: nothing new is started until it is free");
      if (holds != leading) changedHands.run();
      leading = holds;
      answered = true;
      if (holds) acquired.complete(null);
    } catch (RuntimeException e) {
      if (answered) LOG.warn("No answer about the lease, asking again: {}", e.getMessage());
      if (leading && !fence.holds()) {
        LOG.warn("The lease was not renewed in time: nothing new is started until it is");
        leading = false;
        changedHands.run();
      }
      answered = false;
    }
  }

  /// Gives the lease back. Must be called only after the last operation has ended.
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
