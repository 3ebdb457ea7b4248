package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.requests.ObjectWrites;
import io.keelson.operator.requests.Pages;
import io.keelson.operator.requests.Patch;
import io.keelson.operator.requests.Patch.Operation;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Requests about one Stack's records, each attempted once; the caller decides what follows.
final class RecordClient {
  private static final Logger LOG = LoggerFactory.getLogger(RecordClient.class);

  /// All of them are kept, so that large pages take no more memory than small ones.
  private static final long PAGE = 500;

  private final KubernetesClient client;
  private final KubernetesClient once;
  private final ObjectWrites objectWrites;
  private final String namespace;
  private final String stack;
  private final FairPlaces writes;

  /// For a caller that writes one record after the other, or none.
  RecordClient(KubernetesClient client, String namespace, String stack) {
    this(client, namespace, stack, new FairPlaces(1));
  }

  /// @param writes the places for writes of all Stacks, given in turn to namespaces
  RecordClient(KubernetesClient client, String namespace, String stack, FairPlaces writes) {
    // A request that the client repeats by itself could arrive after the lease has ended.
    var single =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestRetryBackoffLimit(0)
            .build();
    this.client = client;
    this.once = client.newClient(single).adapt(KubernetesClient.class);
    this.objectWrites = new ObjectWrites(once);
    this.namespace = namespace;
    this.stack = stack;
    this.writes = writes;
  }

  private MixedOperation<
          ResourceInstance, KubernetesResourceList<ResourceInstance>, Resource<ResourceInstance>>
      records() {
    return once.resources(ResourceInstance.class);
  }

  /// All records of the Stack, with a quorum read: never from the API server's cache.
  List<ResourceInstance> list() {
    var found = new ArrayList<ResourceInstance>();
    Pages.forEach(
        PAGE,
        client
            .resources(ResourceInstance.class)
            .inNamespace(namespace)
            .withLabel(Labels.STACK, stack),
        record -> {
          if (stack.equals(record.getSpec().stack)) found.add(record);
        });
    return found;
  }

  ResourceInstance create(ResourceInstance record) {
    var created = new ResourceInstance();
    created.setSpec(record.getSpec());
    try (var _ = writes.enter(namespace)) {
      created.setMetadata(objectWrites.create(record));
    }
    return created;
  }

  /// Has the API server check, without doing it, whether it would make a record.
  void rehearse(ResourceInstance record) {
    records().inNamespace(namespace).resource(record).dryRun().create();
  }

  Optional<ResourceInstance> get(String name) {
    return Optional.ofNullable(records().inNamespace(namespace).withName(name).get());
  }

  /// Writes everything but the status, with the record's resourceVersion as the condition.
  ResourceInstance write(ResourceInstance record) {
    try (var _ = writes.enter(namespace)) {
      return records().inNamespace(namespace).resource(record).update();
    }
  }

  /// Writes the status, with the resourceVersion of `base` as the condition.
  ResourceInstance writeStatus(ResourceInstance base, ResourceInstanceStatus status) {
    var record = new ResourceInstance();
    record.setMetadata(base.getMetadata());
    record.setSpec(base.getSpec());
    record.setStatus(status);
    try (var _ = writes.enter(namespace)) {
      record.setMetadata(objectWrites.replaceStatus(record));
    }
    return record;
  }

  /// How many bytes a status takes in a request to the API server.
  long size(ResourceInstanceStatus status) {
    return client
        .getKubernetesSerialization()
        .asJson(status)
        .getBytes(StandardCharsets.UTF_8)
        .length;
  }

  /// Asks for the deletion of exactly this version of the record; its finalizer keeps it for now.
  void delete(ResourceInstance record) {
    var meta = record.getMetadata();
    var exactly =
        new DeleteOptionsBuilder()
            .withNewPreconditions()
            .withUid(meta.getUid())
            .withResourceVersion(meta.getResourceVersion())
            .endPreconditions()
            .build();
    var path =
        "/apis/%s/namespaces/%s/%s/%s"
            .formatted(record.getApiVersion(), namespace, record.getPlural(), meta.getName());
    try (var _ = writes.enter(namespace)) {
      once.raw(path, "DELETE", exactly);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) throw e;
    }
  }

  /// Takes the finalizer off a record, if its status still is as `test` demands.
  ///
  /// @return whether it is gone
  boolean release(ResourceInstance record, Operation test) {
    return release(record, List.of(test));
  }

  /// Takes the finalizer off a record, whatever it holds.
  ///
  /// @return whether it is gone
  boolean release(ResourceInstance record) {
    return release(record, List.of());
  }

  private boolean release(ResourceInstance record, List<Operation> tests) {
    var patch = Finalizer.removal(record.getMetadata(), tests);
    if (patch.isEmpty()) return true;
    try (var _ = writes.enter(namespace)) {
      var _ =
          patch.get().on(records().inNamespace(namespace).withName(record.getMetadata().getName()));
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return true;
      if (Finalizer.hasChanged(e)) return false;
      throw e;
    }
  }

  /// Sets or removes an annotation of a record, whatever its version. Does nothing if the record is
  /// gone.
  ///
  /// @param value null to remove it
  void annotate(ResourceInstance record, String name, @Nullable String value) {
    var annotations = new HashMap<String, @Nullable String>();
    annotations.put(name, value);
    var metadata = Map.of("uid", record.getMetadata().getUid(), "annotations", annotations);
    merge(record, "", Map.of("metadata", metadata));
  }

  /// Changes phase and conditions of a record; its state stays.
  void tell(ResourceInstance record, String phase, List<Condition> conditions) {
    var status = new HashMap<String, @Nullable Object>();
    status.put("observedGeneration", null);
    status.put("phase", phase);
    status.put("conditions", conditions);
    merge(
        record,
        "status",
        Map.of("metadata", Map.of("uid", record.getMetadata().getUid()), "status", status));
  }

  private void merge(ResourceInstance record, String subresource, Map<String, ?> change) {
    var named = records().inNamespace(namespace).withName(record.getMetadata().getName());
    try (var _ = writes.enter(namespace)) {
      var _ =
          Patch.merge(change).on(subresource.isEmpty() ? named : named.subresource(subresource));
    } catch (KubernetesClientException e) {
      // In case of a conflict, another record has its name now.
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND
          && e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
    }
  }

  /// The live record, if it is still the same object.
  Optional<ResourceInstance> reread(ResourceInstance base) {
    return live(base)
        .filter(live -> live.getMetadata().getUid().equals(base.getMetadata().getUid()));
  }

  /// The live record of that name; asks until the API server answers.
  Optional<ResourceInstance> live(ResourceInstance named) {
    var attempts = new Attempts();
    while (true) {
      try {
        return get(named.getMetadata().getName());
      } catch (KubernetesClientException e) {
        LOG.warn("{}: reading its record failed: {}", named.getSpec().address, e.getMessage());
        attempts.pause();
      }
    }
  }
}
