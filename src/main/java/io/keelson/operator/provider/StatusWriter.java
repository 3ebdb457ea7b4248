package io.keelson.operator.provider;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.retry.Attempts;
import java.net.HttpURLConnection;
import java.util.Objects;

/// Writes the status of an object, whoever writes to the object meanwhile. One that is gone needs
/// none.
public record StatusWriter(KubernetesClient client, Fence fence) {
  /// @param object as last seen; it gets the status too
  /// @param status nothing is written if it is there already
  /// @return whether it was written
  public <S, T extends CustomResource<?, S>> boolean write(T object, S status) {
    var json = client.getKubernetesSerialization();
    if (object.getStatus() != null && json.asJson(object.getStatus()).equals(json.asJson(status)))
      return false;
    var attempts = new Attempts();
    var live = object;
    while (live != null && fence.holds() && isSame(live, object)) {
      live.setStatus(status);
      try {
        var written = client.resource(live).updateStatus();
        object.setStatus(status);
        object.getMetadata().setResourceVersion(written.getMetadata().getResourceVersion());
        return true;
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return false;
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT && !Attempts.mayPass(e)) throw e;
        attempts.pause();
        live = client.resource(object).get();
      }
    }
    return false;
  }

  private static boolean isSame(CustomResource<?, ?> one, CustomResource<?, ?> other) {
    return Objects.equals(one.getMetadata().getUid(), other.getMetadata().getUid());
  }
}
