package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes our finalizer off an object, and no other one.
public final class Finalizer {
  private Finalizer() {}

  /// A JSON patch that fails where anything was changed that it depends on.
  ///
  /// @param meta of the object as last read
  /// @param tests further JSON patch operations that have to hold
  /// @return empty if the object is not held by us
  public static Optional<String> removal(ObjectMeta meta, List<String> tests) {
    var finalizers = meta.getFinalizers();
    int ours = finalizers == null ? -1 : finalizers.indexOf(Labels.FINALIZER);
    if (ours < 0) return Optional.empty();
    var path = "/metadata/finalizers/" + ours;
    var operations = new ArrayList<String>();
    operations.add(test("/metadata/uid", meta.getUid()));
    operations.addAll(tests);
    operations.add(test(path, Labels.FINALIZER));
    operations.add("{\"op\":\"remove\",\"path\":\"%s\"}".formatted(path));
    return Optional.of(operations.toString());
  }

  /// The part of a patch that makes it fail where something else stands.
  static String test(String path, String value) {
    return "{\"op\":\"test\",\"path\":\"%s\",\"value\":\"%s\"}".formatted(path, value);
  }

  /// Whether the patch failed because the object is not as it was read.
  public static boolean hasChanged(KubernetesClientException e) {
    return e.getCode() == 422 || e.getCode() == HttpURLConnection.HTTP_CONFLICT;
  }
}
