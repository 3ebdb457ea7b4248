package io.keelson.operator.component;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.lease.Fence;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Is woken when revisions have changed, and, while deleted revisions are still used, when
/// Components have changed and every ten seconds. Decides when [UnusedRevisions] looks for
/// revisions that nobody uses. That lists all Components of the cluster, so it takes a twentieth of
/// the time at most. Sets no condition.
final class RevisionSweeps implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RevisionSweeps.class);

  /// The shortest pause between two sweeps.
  private static final Duration REST = Duration.ofSeconds(1);

  /// The time until the next sweep while deleted revisions are still used, whatever else happens.
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private static final int REST_FOR_WORK = 20;

  private final UnusedRevisions unused;
  private final Fence fence;
  private final Thread worker;
  private boolean woken;
  private boolean held;
  private volatile boolean closed;

  RevisionSweeps(UnusedRevisions unused, Fence fence) {
    this.unused = unused;
    this.fence = fence;
    this.worker = Thread.ofVirtual().name("revisions").unstarted(this::work);
  }

  void start() {
    wake();
    worker.start();
  }

  /// Called when revisions have changed.
  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /// Called when a Component has changed: it may use another revision than before.
  synchronized void usesChanged() {
    if (held) wake();
  }

  private void work() {
    try {
      while (!closed) {
        await();
        long begun = System.nanoTime();
        boolean stillHeld = sweep();
        synchronized (this) {
          held = stillHeld;
        }
        var rest = Duration.ofNanos(System.nanoTime() - begun).multipliedBy(REST_FOR_WORK);
        Thread.sleep(rest.compareTo(REST) > 0 ? rest : REST);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void await() throws InterruptedException {
    long deadline = System.nanoTime() + AGAIN.toNanos();
    while (!woken && !(held && System.nanoTime() - deadline >= 0))
      wait(held ? Math.max(1, (deadline - System.nanoTime()) / 1_000_000) : 0);
    woken = false;
  }

  /// @return whether deleted revisions have to be looked at again
  private boolean sweep() {
    if (!unused.areSuspected()) return false;
    if (!fence.holds()) return true;
    try {
      return unused.sweep();
    } catch (KubernetesClientException e) {
      if (!closed) LOG.warn("Who uses which ComponentRevision is asked again: {}", e.getMessage());
    } catch (RuntimeException e) {
      if (!closed) LOG.error("Looking for unused ComponentRevisions: broken, and tried again", e);
    }
    return true;
  }

  @Override
  public void close() {
    closed = true;
    worker.interrupt();
  }
}
