package io.keelson.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Knows which of the namespaces that the operator works for are not there. Where it has rights in
/// its namespaces only, it has none in one that is not there, and is refused.
///
/// Asks in a thread of its own, so that nobody who wants to know has to wait: for those that are
/// missing every ten seconds, for the others every minute.
final class NamedNamespaces implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NamedNamespaces.class);
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final int ALL_EACH = 6;

  private final KubernetesClient client;
  private final Set<String> named;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile SortedSet<String> missing = Collections.emptySortedSet();

  /// @param named none means all that there are, and then none is missing
  NamedNamespaces(KubernetesClient client, Set<String> named) {
    this.client = client;
    this.named = named;
  }

  void start() {
    if (!named.isEmpty()) Thread.ofVirtual().name("namespaces").start(this::lookUntilClosed);
  }

  private void lookUntilClosed() {
    try {
      for (int i = 0; i == 0 || !closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS); i++)
        look(i % ALL_EACH == 0 ? named : missing);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Asks the API server about all of them.
  void look() {
    look(named);
  }

  private void look(Set<String> some) {
    var found = new TreeSet<>(missing);
    for (String name : some) {
      if (!isMissing(name)) found.remove(name);
      else if (found.add(name)) LOG.warn("Not all namespaces can be worked for: {}", told(name));
    }
    missing = Collections.unmodifiableSortedSet(found);
  }

  private boolean isMissing(String name) {
    try {
      return client.namespaces().withName(name).get() == null;
    } catch (KubernetesClientException e) {
      return e.getCode() == HttpURLConnection.HTTP_FORBIDDEN || missing.contains(name);
    }
  }

  /// Those that are not there, as far as is known.
  SortedSet<String> missing() {
    return missing;
  }

  /// What is wrong with them, in a sentence; empty if all are there.
  Optional<String> warning() {
    var names = missing;
    return names.isEmpty() ? Optional.empty() : Optional.of(told(String.join(", ", names)));
  }

  private static String told(String names) {
    return "nothing is done for what --namespaces names and is not there, or closed to the"
        + " operator: "
        + names
        + "; make it, and let the operator have its rights there, or name it no longer";
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
