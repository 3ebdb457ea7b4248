package io.keelson.operator.provider;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.requests.OptimisticUpdate;
import java.util.Objects;
import java.util.Optional;

/// Writes the status of an object, even if others change the object meanwhile. Does nothing if the
/// object is gone.
public record StatusWriter(KubernetesClient client, Fence fence) {
  /// @param object as last seen; the written status is set on it too
  /// @param status not written if the object has it already
  /// @return whether it was written
  public <S, T extends CustomResource<?, S>> boolean write(T object, S status) {
    var json = client.getKubernetesSerialization();
    if (object.getStatus() != null && json.asJson(object.getStatus()).equals(json.asJson(status)))
      return false;
    var update =
        new OptimisticUpdate<T>(
            live -> client.resource(live).updateStatus(), () -> live(object), Attempts::mayPass);
    var written =
        update.write(
            Optional.of(object).filter(_ -> fence.holds()),
            live -> {
              live.setStatus(status);
              return Optional.of(live);
            });
    written.ifPresent(answer -> {
      object.setStatus(status);
      object.getMetadata().setResourceVersion(answer.getMetadata().getResourceVersion());
    });
    return written.isPresent();
  }

  private <T extends CustomResource<?, ?>> Optional<T> live(T object) {
    return Optional.ofNullable(client.resource(object).get())
        .filter(live -> fence.holds() && isSame(live, object));
  }

  private static boolean isSame(CustomResource<?, ?> one, CustomResource<?, ?> other) {
    return Objects.equals(one.getMetadata().getUid(), other.getMetadata().getUid());
  }
}
