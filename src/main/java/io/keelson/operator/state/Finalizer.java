package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.requests.Patch;
import io.keelson.operator.requests.Patch.Operation;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes the operator's finalizer off an object, and no other one.
public final class Finalizer {
  private Finalizer() {}

  /// A patch that fails if the finalizers, or the fields that the tests name, have changed.
  ///
  /// @param meta of the object as last read
  /// @param tests further conditions
  /// @return empty if the object does not have the finalizer
  public static Optional<Patch> removal(ObjectMeta meta, List<Operation> tests) {
    var finalizers = meta.getFinalizers();
    int ours = finalizers == null ? -1 : finalizers.indexOf(Labels.FINALIZER);
    if (ours < 0) return Optional.empty();
    var path = "/metadata/finalizers/" + ours;
    var operations = new ArrayList<Operation>();
    operations.add(Operation.test("/metadata/uid", meta.getUid()));
    operations.addAll(tests);
    operations.add(Operation.test(path, Labels.FINALIZER));
    operations.add(Operation.remove(path));
    return Optional.of(Patch.of(operations));
  }

  /// Whether the patch failed because the object has changed since it was read.
  public static boolean hasChanged(KubernetesClientException e) {
    return e.getCode() == 422 || e.getCode() == HttpURLConnection.HTTP_CONFLICT;
  }
}
