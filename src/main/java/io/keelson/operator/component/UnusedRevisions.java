package io.keelson.operator.component;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.requests.Pages;
import io.keelson.operator.state.Finalizer;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Deletes revisions that are not kept any longer, and lets revisions go that somebody has deleted
/// as soon as nobody uses them. Sets no condition: an event with the reason InUse tells that a
/// deleted revision stays.
///
/// A revision is used by a Component that would take it if it were planned now, and by a revision
/// that contains it. A Component that was planned with another revision before does not need that
/// any more. A Component that begins to use a revision while it is removed takes another one, or is
/// told that there is none and keeps its objects.
///
/// @rule R-CMP-54
final class UnusedRevisions {
  private final KubernetesClient client;
  private final Publications publications;
  private final Predicate<String> own;
  private final Events events;
  private final Set<String> reported = new HashSet<>();

  /// @param own whether this process works for a namespace
  UnusedRevisions(
      KubernetesClient client, Publications publications, Predicate<String> own, Events events) {
    this.client = client;
    this.publications = publications;
    this.own = own;
    this.events = events;
  }

  /// Whether there may be a revision to remove. Only then the API server is asked who uses which.
  boolean areSuspected() {
    return own().values().stream().anyMatch(UnusedRevisions::isSuspected);
  }

  private static boolean isSuspected(List<Published> all) {
    return all.stream().anyMatch(Published::ending)
        || !Retention.superfluous(all, Set.of()).isEmpty();
  }

  private Map<DefinitionKey, List<Published>> own() {
    var all = publications.published();
    all.keySet().removeIf(key -> !own.test(key.namespace()));
    return all;
  }

  /// @return whether some revisions that were deleted are still used
  /// @throws KubernetesClientException if the API server does not do what was asked
  boolean sweep() {
    var uses = uses();
    boolean held = false;
    for (var all : own().values()) {
      Retention.superfluous(all, uses.keySet()).stream()
          .filter(each -> !each.ending())
          .forEach(each -> live(each).delete());
      for (Published each : all)
        if (each.ending()) {
          int users = uses.getOrDefault(each.reference(), 0);
          if (users == 0) release(each);
          else tell(each, users);
          held |= users > 0;
        }
    }
    return held;
  }

  /// How many Components and revisions use each revision that is used.
  private Map<String, Integer> uses() {
    var uses = new HashMap<String, Integer>();
    Pages.forEach(
        client.resources(Component.class).inAnyNamespace(),
        component ->
            Optional.ofNullable(component.getSpec().definition)
                .flatMap(
                    wanted -> publications.choice(component.getMetadata().getNamespace(), wanted))
                .ifPresent(each -> uses.merge(each.reference(), 1, Integer::sum)));
    publications
        .published()
        .values()
        .forEach(all ->
            all.forEach(user ->
                new HashSet<>(user.locked().values())
                    .forEach(each -> uses.merge(each, 1, Integer::sum))));
    return uses;
  }

  private void release(Published revision) {
    reported.remove(revision.reference());
    var live = live(revision);
    var read = live.get();
    if (read == null || read.getMetadata().getDeletionTimestamp() == null) return;
    var patch = Finalizer.removal(read.getMetadata(), List.of());
    if (patch.isEmpty()) return;
    try {
      var _ = patch.get().on(live);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND && !Finalizer.hasChanged(e)) throw e;
    }
  }

  private void tell(Published revision, int users) {
    if (!reported.add(revision.reference())) return;
    var read = live(revision).get();
    if (read == null) return;
    events.tell(
        read,
        ConditionReason.InUse,
        "It was deleted, and stays until nobody uses it: %d Components and revisions do. Let them take another version; 'keelson component uses %s -n %s' lists them."
            .formatted(users, revision.definition().name(), revision.definition().namespace()));
  }

  private Resource<ComponentRevision> live(Published revision) {
    return client
        .resources(ComponentRevision.class)
        .inNamespace(revision.definition().namespace())
        .withName(revision.name());
  }
}
