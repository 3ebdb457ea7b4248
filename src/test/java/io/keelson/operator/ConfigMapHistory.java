package io.keelson.operator;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.keelson.testing.TestNamespace;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// Every ConfigMap of a namespace that Keelson ever made, also those that are gone again: an object
/// that was made twice shows even if one of the two was destroyed.
final class ConfigMapHistory implements Watcher<ConfigMap>, AutoCloseable {
  private final Map<String, Set<String>> uids = new ConcurrentSkipListMap<>();
  private final Watch watch;

  /// Begins with what is there.
  ConfigMapHistory(TestNamespace namespace) {
    watch = namespace.client().configMaps().inNamespace(namespace.name()).watch(this);
  }

  @Override
  public void eventReceived(Action action, ConfigMap map) {
    var annotations = map.getMetadata().getAnnotations();
    if (annotations == null || !annotations.containsKey("keelson.dev/owner")) return;
    uids.computeIfAbsent(map.getMetadata().getName(), _ -> ConcurrentHashMap.newKeySet())
        .add(map.getMetadata().getUid());
  }

  @Override
  public void onClose(WatcherException cause) {
    // Whoever compares finds that something is missing.
  }

  /// How often each was made, by name.
  Map<String, Integer> times() {
    var times = new TreeMap<String, Integer>();
    uids.forEach((name, made) -> times.put(name, made.size()));
    return times;
  }

  @Override
  public void close() {
    watch.close();
  }
}
