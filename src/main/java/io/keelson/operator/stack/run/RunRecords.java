package io.keelson.operator.stack.run;

import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunStatus;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.stack.context.StackKey;
import java.net.HttpURLConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The Run objects of one Stack.
final class RunRecords {
  private final KubernetesClient client;
  private final StackKey stack;

  RunRecords(KubernetesClient client, StackKey stack) {
    this.client = client;
    this.stack = stack;
  }

  /// The Runs that are not being deleted, the oldest first, with a quorum read.
  List<Run> list() {
    return stack.members(client.resources(Run.class)).list().getItems().stream()
        .filter(run -> run.getMetadata().getDeletionTimestamp() == null)
        .sorted(
            Comparator.comparing((Run run) -> run.getMetadata().getCreationTimestamp())
                .thenComparing(run -> run.getMetadata().getName()))
        .toList();
  }

  /// Writes the status even if others change the object meanwhile. A Run that is gone is left out,
  /// and one that has ended keeps its status.
  void write(Run run, RunStatus status) {
    var json = client.getKubernetesSerialization();
    if (json.asJson(run.getStatus()).equals(json.asJson(status))) return;
    new OptimisticUpdate<Run>(live -> runs().resource(live).updateStatus(), () -> live(run))
        .write(
            Optional.of(run),
            live -> {
              live.setStatus(status);
              return Optional.of(live);
            })
        .ifPresent(written -> {
          run.setStatus(status);
          run.getMetadata().setResourceVersion(written.getMetadata().getResourceVersion());
        });
  }

  private Optional<Run> live(Run run) {
    return Optional.ofNullable(runs().withName(run.getMetadata().getName()).get())
        .filter(live -> live.getMetadata().getUid().equals(run.getMetadata().getUid()))
        .filter(live -> !hasEnded(live));
  }

  /// Whether the Run has ended in any way: a newer version of the operator may know more phases.
  static boolean hasEnded(Run run) {
    var status = run.getStatus();
    if (status == null) return false;
    return status.finishedAt != null || (status.phase != null && status.phase.isFinal());
  }

  /// Deletes this very object; one that has changed since it was read stays, and is looked at
  /// again.
  void delete(Run run) {
    try {
      runs().resource(run).lockResourceVersion(run.getMetadata().getResourceVersion()).delete();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT
          && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) throw e;
    }
  }

  private NonNamespaceOperation<Run, KubernetesResourceList<Run>, Resource<Run>> runs() {
    return client.resources(Run.class).inNamespace(stack.namespace());
  }
}
