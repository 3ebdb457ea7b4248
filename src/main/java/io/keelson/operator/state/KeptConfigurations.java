package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.Attempts;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The provider configurations of a Stack as they were last used, in the Stack's Secret: with them,
/// objects can be destroyed when nothing declares the configurations any more.
public final class KeptConfigurations {
  private static final Logger LOG = LoggerFactory.getLogger(KeptConfigurations.class);

  private final KeySecret secret;
  private final Fence fence;
  private final SortedMap<String, Bytes> values;

  /// @param saved the configurations in the Secret
  public KeptConfigurations(KeySecret secret, Fence fence, SortedMap<String, Bytes> saved) {
    this.secret = secret;
    this.fence = fence;
    this.values = new TreeMap<>(saved);
  }

  /// The configurations by name: JSON objects, which hold secrets.
  public synchronized SortedMap<String, Bytes> values() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /// Saves the configurations that have changed, in one write; on return they are durable.
  ///
  /// @throws StoreFenced if this process may no longer write
  synchronized void keep(SortedMap<String, Bytes> byName) {
    var news = new TreeMap<>(byName);
    news.entrySet().removeAll(values.entrySet());
    if (news.isEmpty()) return;
    var attempts = new Attempts();
    while (true) {
      if (!fence.holds())
        throw new StoreFenced(
            "the provider configurations " + news.keySet() + " could not be kept");
      try {
        secret.saveConfigurations(news);
        values.putAll(news);
        return;
      } catch (KubernetesClientException e) {
        LOG.warn(
            "{}: the provider configurations {} cannot be kept: {}",
            secret.name(),
            news.keySet(),
            e.getMessage());
        attempts.pause();
      }
    }
  }
}
