package io.keelson.cli.definition;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.manifest.DeclaredStack;
import io.keelson.cli.manifest.Manifests.Declared;
import io.keelson.cli.manifest.Origin;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.status.ServerMessage;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The Components of a Stack that are made by objects of a kind of their own. Files hold these
/// objects at most, so without what they have made a plan would destroy it.
public final class MadeComponents {
  private MadeComponents() {}

  /// A Stack with those of its Components in the cluster that somebody makes, and that the files do
  /// not have.
  ///
  /// @param note is told what is planned as it is in the cluster, or that this is not known
  public static DeclaredStack beside(
      KubernetesClient client, DeclaredStack stack, Consumer<String> note) {
    var declared =
        stack.components().stream()
            .map(each -> each.object().getMetadata().getName())
            .collect(Collectors.toSet());
    var all = new ArrayList<>(stack.components());
    for (Component each : live(client, stack, note)) {
      var maker = maker(each);
      if (maker.isEmpty() || declared.contains(each.getMetadata().getName())) continue;
      var name = maker.get().getKind() + " " + maker.get().getName();
      note.accept(
          "Component %s is planned as it is in the cluster, for it is made by %s. What the files say of that is not looked at."
              .formatted(each.getMetadata().getName(), name));
      all.add(
          new Declared<>(
              each,
              new Origin(
                  "the cluster", "Component " + each.getMetadata().getName(), "", Map.of())));
    }
    return new DeclaredStack(stack.stack(), stack.resources(), all);
  }

  private static List<Component> live(
      KubernetesClient client, DeclaredStack stack, Consumer<String> note) {
    try {
      return stack.key().members(client.resources(Component.class)).list().getItems();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND)
        note.accept(
            "The Components of the cluster cannot be read, so what objects of other kinds have made"
                + " is shown as destroyed. The API server answered: "
                + ServerMessage.of(e));
      return List.of();
    }
  }

  /// What makes it; empty if it is declared itself, or ends.
  private static Optional<OwnerReference> maker(Component component) {
    if (component.getMetadata().getDeletionTimestamp() != null) return Optional.empty();
    return component.getMetadata().getOwnerReferences().stream()
        .filter(each -> Boolean.TRUE.equals(each.getController()))
        .findFirst();
  }
}
