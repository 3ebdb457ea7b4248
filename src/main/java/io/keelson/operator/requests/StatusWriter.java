package io.keelson.operator.requests;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Events;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;

/// Writes the status of an object, even if others change the object meanwhile. Does nothing if the
/// object is gone.
public final class StatusWriter {
  private final KubernetesClient client;
  private final Fence fence;
  private final Clock clock;
  private final Events events;

  public StatusWriter(KubernetesClient client, Fence fence, Clock clock) {
    this.client = client;
    this.fence = fence;
    this.clock = clock;
    this.events = new Events(client, clock);
  }

  /// No conditions yet, for the present generation of an object; a status that stays keeps its
  /// time.
  public Conditions conditions(CustomResource<?, ? extends ConditionedStatus> object) {
    return new Conditions(
        ConditionedStatus.conditions(object),
        clock.instant(),
        object.getMetadata().getGeneration());
  }

  /// Writes a status about the present generation, and an event if its Ready is news.
  ///
  /// @param object as last seen; the written status is set on it too
  /// @param status what is said beside the conditions
  /// @param conditions Ready among them
  public <S extends ConditionedStatus, T extends CustomResource<?, S>> void tell(
      T object, S status, Conditions conditions) {
    var before = ConditionedStatus.conditions(object);
    status.observedGeneration = object.getMetadata().getGeneration();
    if (write(object, status, conditions)) events.news(object, before, conditions.list());
  }

  /// Writes a status, and no event. Which generation it is about is left as the status says.
  ///
  /// @param object as last seen; the written status is set on it too
  /// @param status not written if the object has it already
  /// @return whether it was written
  public <S extends ConditionedStatus, T extends CustomResource<?, S>> boolean write(
      T object, S status, Conditions conditions) {
    status.conditions = conditions.list();
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
