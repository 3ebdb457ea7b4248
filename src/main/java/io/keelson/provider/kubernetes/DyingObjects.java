package io.keelson.provider.kubernetes;

import io.keelson.provider.kubernetes.fields.LiveObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The objects that were found to be on their way out: deleted by somebody, and held by finalizers.
/// Nothing is to be done to them but to wait. A restart forgets them until they are read again.
final class DyingObjects {
  private final Map<String, List<String>> finalizers = new ConcurrentHashMap<>();

  /// Notes how an object was found.
  void look(LiveObject live) {
    if (live.terminating()) finalizers.put(live.uid(), live.finalizers());
    else finalizers.remove(live.uid());
  }

  /// Notes that there is no such object any more.
  void gone(String uid) {
    finalizers.remove(uid);
  }

  /// What still holds the object; empty if it is not on its way out.
  Optional<List<String>> holding(String uid) {
    return Optional.ofNullable(finalizers.get(uid));
  }
}
