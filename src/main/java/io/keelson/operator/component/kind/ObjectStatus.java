package io.keelson.operator.component.kind;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes the statuses of objects of a kind: the same as the statuses of their Components.
record ObjectStatus(KubernetesClient client, Fence fence, Clock clock) {

  /// Copies the status of the Component once that is about the present generation of the Component.
  void copy(ComponentKind kind, GenericKubernetesResource object, Component component) {
    var said = component.getStatus();
    var generation = component.getMetadata().getGeneration();
    if (said == null || !Objects.equals(said.observedGeneration, generation)) return;
    var json = client.getKubernetesSerialization();
    var status = json.convertValue(said, ComponentStatus.class);
    status.observedGeneration = object.getMetadata().getGeneration();
    if (status.conditions != null)
      status.conditions.forEach(
          each -> each.setObservedGeneration(object.getMetadata().getGeneration()));
    write(kind, object, status);
  }

  /// Sets Ready to False and says why the object has no Component, or not the one that it declares.
  void tell(
      ComponentKind kind, GenericKubernetesResource object, ConditionReason why, String message) {
    var before = before(object);
    var status = new ComponentStatus();
    status.observedGeneration = object.getMetadata().getGeneration();
    status.conditions =
        new Conditions(
                before == null ? null : before.conditions,
                clock.instant(),
                object.getMetadata().getGeneration())
            .with(Conditions.READY, false, why, message)
            .list();
    write(kind, object, status);
  }

  private @Nullable ComponentStatus before(GenericKubernetesResource object) {
    return client
        .getKubernetesSerialization()
        .convertValue(object.getAdditionalProperties().get("status"), ComponentStatus.class);
  }

  /// If the object has changed meanwhile, the API server refuses the write, and the object is read
  /// again.
  private void write(ComponentKind kind, GenericKubernetesResource object, ComponentStatus status) {
    var json = client.getKubernetesSerialization();
    if (!fence.holds() || json.asJson(status).equals(json.asJson(before(object)))) return;
    object.setAdditionalProperty("status", status);
    client
        .genericKubernetesResources(kind.context())
        .inNamespace(object.getMetadata().getNamespace())
        .resource(object)
        .updateStatus();
  }
}
