package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.operator.requests.ObjectWrites;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.stack.declaration.StackMemory;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Writes the statuses of the members of one kind.
///
/// @param places in which they are written
/// @param answered called with the member that the API server answers
/// @param refused called with a member whose status the API server does not take while a plan is
///   carried out, and with its answer
record MemberWrites<T extends CustomResource<?, ?>>(
    KubernetesClient client,
    ObjectWrites objectWrites,
    FairPlaces places,
    Fence fence,
    Class<T> kind,
    Consumer<T> answered,
    BiConsumer<T, KubernetesClientException> refused) {
  private static final int UNPROCESSABLE = 422;

  /// The same write would be answered the same.
  private static final Set<Integer> REFUSALS =
      Set.of(
          HttpURLConnection.HTTP_BAD_REQUEST,
          HttpURLConnection.HTTP_FORBIDDEN,
          HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
          UNPROCESSABLE);

  /// Writes the status even if others change the object meanwhile, unless its declaration has
  /// changed: then an event of that change brings another turn.
  ///
  /// @param reported a copy of the member with the status to be written; the copy is what is
  ///   answered
  /// @param again gives that copy of a member that others have changed
  /// @throws KubernetesClientException if it could not be written
  void write(T member, T reported, UnaryOperator<T> again) {
    new OptimisticUpdate<T>(this::update, () -> live(member))
        .write(
            Optional.of(member),
            found -> Optional.of(found == member ? reported : again.apply(found)))
        .ifPresent(answered);
  }

  private T update(T member) {
    try (var _ = places.enter(member.getMetadata().getNamespace())) {
      return send(member);
    }
  }

  /// Writes a status only if nobody has written to the object since it was read: nothing newer is
  /// lost, and it is about the declaration that was read. What the API server refuses is left.
  ///
  /// @param over whether it need not be written any more
  /// @return false if somebody has written to the object, or it was over: it is to be tried again
  /// @throws StoreFenced if this process may no longer write
  /// @throws KubernetesClientException if it could not be written
  boolean writeUnlessChanged(T member, BooleanSupplier over) {
    if (over.getAsBoolean()) return false;
    try (var _ = places.enter(member.getMetadata().getNamespace(), over)) {
      if (!fence.holds())
        throw new StoreFenced("this process is not known to lead any more; another one reports");
      answered.accept(send(member));
      return true;
    } catch (CancellationException _) {
      return false;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return true;
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) return false;
      if (!REFUSALS.contains(e.getCode())) throw e;
      refused.accept(member, e);
      return true;
    }
  }

  private T send(T member) {
    var stored = objectWrites.replaceStatus(member);
    // A status changes no annotation, and there may be no room to hold them.
    stored.setAnnotations(member.getMetadata().getAnnotations());
    member.setMetadata(stored);
    return member;
  }

  /// @return empty if it is gone, or its declaration has changed
  private Optional<T> live(T member) {
    var meta = member.getMetadata();
    return Optional.ofNullable(
            client.resources(kind).inNamespace(meta.getNamespace()).withName(meta.getName()).get())
        .filter(live -> StackMemory.fingerprint(live).equals(StackMemory.fingerprint(member)));
  }
}
