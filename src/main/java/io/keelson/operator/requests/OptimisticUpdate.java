package io.keelson.operator.requests;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Writes an object whoever writes to it meanwhile. Each write is conditional on the version that
/// it was computed from; where somebody was faster, it is computed anew from what is there then.
///
/// @param update sends the object with its resourceVersion, and gives what the API server answers
/// @param live the object as it is now; empty if it is gone, or is no longer the one that is meant
/// @param passing whether the same write is tried again after an error that is no conflict
public record OptimisticUpdate<T>(
    UnaryOperator<T> update,
    Supplier<Optional<T>> live,
    Predicate<KubernetesClientException> passing) {

  /// One that leaves all errors but conflicts to its caller.
  public OptimisticUpdate(UnaryOperator<T> update, Supplier<Optional<T>> live) {
    this(update, live, _ -> false);
  }

  /// @param known the object as last seen; empty if it is gone
  /// @param next makes of an object what is to be written; empty if nothing is
  /// @return the object as written, or as found where nothing is to be written; empty if it is gone
  /// @throws KubernetesClientException if it could not be written
  public Optional<T> write(Optional<T> known, Function<T, Optional<T>> next) {
    var attempts = new Attempts();
    for (var found = known; found.isPresent(); found = live.get()) {
      var changed = next.apply(found.get());
      if (changed.isEmpty()) return found;
      try {
        return Optional.of(update.apply(changed.get()));
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return Optional.empty();
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT && !passing.test(e)) throw e;
      }
      attempts.pause();
    }
    return Optional.empty();
  }
}
