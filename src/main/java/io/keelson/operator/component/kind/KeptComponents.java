package io.keelson.operator.component.kind;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentSpec;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.ServerMessage;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Is called for each object of a kind that changed, or whose Component changed, and creates or
/// updates that Component. Copies the Component's status to the object, or sets its condition Ready
/// to False: with DuplicateAddress if the Component belongs to somebody else, and with
/// ProgressingWithRetry if it could not be written. Everything is read anew each time, so an
/// attempt that was interrupted does no harm.
final class KeptComponents {
  private static final String MANAGER = "keelson";

  private final KubernetesClient client;
  private final Fence fence;
  private final ObjectStatus status;

  KeptComponents(KubernetesClient client, Fence fence, Clock clock) {
    this.client = client;
    this.fence = fence;
    this.status = new ObjectStatus(client, fence, clock);
  }

  /// @throws KubernetesClientException if something could not be read or written
  void attend(ComponentKind kind, String namespace, String name) {
    var resource =
        client.genericKubernetesResources(kind.context()).inNamespace(namespace).withName(name);
    var object = resource.get();
    if (object == null || object.getMetadata().getDeletionTimestamp() != null) return;
    var place = client.resources(Component.class).inNamespace(namespace).withName(name);
    var there = place.get();
    if (there != null && !isOwned(there, object)) {
      status.tell(kind, object, ConditionReason.DuplicateAddress, foreign(kind, there));
      return;
    }
    if (there != null && there.getMetadata().getDeletionTimestamp() != null) return;
    try {
      status.copy(kind, object, kept(kind, object, place, there));
    } catch (KubernetesClientException e) {
      status.tell(kind, object, ConditionReason.ProgressingWithRetry, refused(e));
      throw e;
    }
  }

  private static String foreign(ComponentKind kind, Component there) {
    return "There is a Component %s that does not belong to this %s, and is left alone. Delete it,"
            .formatted(there.getMetadata().getName(), kind.kind())
        + " or give one of them another name.";
  }

  private static String refused(KubernetesClientException e) {
    return "Its Component could not be written, and that is tried again; what there is stays. The"
        + " API server answered: "
        + ServerMessage.of(e);
  }

  private static boolean isOwned(Component there, GenericKubernetesResource object) {
    return there.getMetadata().getOwnerReferences().stream()
        .anyMatch(each ->
            Boolean.TRUE.equals(each.getController())
                && Objects.equals(each.getUid(), object.getMetadata().getUid()));
  }

  /// @return the Component as it is now
  private Component kept(
      ComponentKind kind,
      GenericKubernetesResource object,
      Resource<Component> place,
      @Nullable Component there) {
    var wanted = wanted(kind, object);
    if (!fence.holds() || (there != null && tree(there.getSpec()).equals(tree(wanted.getSpec()))))
      return there == null ? wanted : there;
    // Created, not applied: a Component of that name that appears now is not taken over.
    if (there == null) return client.resource(wanted).create();
    // With the uid of the Component that was read, a new one in its place is not taken over either.
    wanted.getMetadata().setUid(there.getMetadata().getUid());
    return place.patch(
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(MANAGER)
            .withForce(true)
            .build(),
        client.getKubernetesSerialization().asJson(wanted));
  }

  private JsonNode tree(Object spec) {
    return client.getKubernetesSerialization().convertValue(spec, JsonNode.class);
  }

  private Component wanted(ComponentKind kind, GenericKubernetesResource object) {
    var meta = object.getMetadata();
    var component = new Component();
    component.setMetadata(
        new ObjectMetaBuilder()
            .withName(meta.getName())
            .withNamespace(meta.getNamespace())
            .withOwnerReferences(List.of(owner(object)))
            .build());
    var written = object.getAdditionalProperties().get("spec");
    var spec = new LiteralSpec(kind, tree(Objects.requireNonNullElse(written, Map.of()))).tree();
    component.setSpec(client.getKubernetesSerialization().convertValue(spec, ComponentSpec.class));
    return component;
  }

  private static OwnerReference owner(GenericKubernetesResource object) {
    return new OwnerReferenceBuilder()
        .withApiVersion(object.getApiVersion())
        .withKind(object.getKind())
        .withName(object.getMetadata().getName())
        .withUid(object.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }
}
