package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Every version of the objects of some kinds in one namespace, as a watch brings them.
final class ObjectHistory implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Queue<JsonNode> versions = new ConcurrentLinkedQueue<>();
  private final List<Watch> watches = new ArrayList<>();

  ObjectHistory(KubernetesClient client, String namespace, List<String> kinds) {
    for (String kind : kinds)
      watches.add(
          client
              .genericKubernetesResources("keelson.dev/v1alpha1", kind)
              .inNamespace(namespace)
              .watch(new Recorder()));
  }

  /// All versions so far, the oldest of each object first.
  List<JsonNode> versions() {
    return List.copyOf(versions);
  }

  /// Whether the status of a version is about what it declares, and says that this is there.
  static boolean isReady(JsonNode version) {
    if (Kstatus.isStale(version)) return false;
    for (JsonNode condition : version.at("/status/conditions"))
      if (condition.path("type").asText().equals("Ready"))
        return condition.path("status").asText().equals("True");
    return false;
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }

  private final class Recorder implements Watcher<GenericKubernetesResource> {
    @Override
    public void eventReceived(Action action, GenericKubernetesResource object) {
      if (action == Action.ADDED || action == Action.MODIFIED)
        versions.add(JSON.valueToTree(object));
    }

    @Override
    public void onClose(WatcherException cause) {}
  }
}
