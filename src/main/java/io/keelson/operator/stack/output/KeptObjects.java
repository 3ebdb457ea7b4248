package io.keelson.operator.stack.output;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// In which version this Stack has left each object with outputs, and which versions watches have
/// told since. The Stack's runner and the watches call it at the same time.
final class KeptObjects {
  /// An object as this Stack has left it.
  ///
  /// @param certain whether the object need not be read to know that it is so
  record Left(SortedMap<String, Outputs.Entry> data, String version, boolean certain) {
    private boolean isAs(String seen) {
      return certain && version.equals(seen);
    }

    private boolean isNewerThan(String seen) {
      return !seen.isEmpty() && Long.parseLong(version) > Long.parseLong(seen);
    }
  }

  /// A write that has begun.
  ///
  /// @param seen the version before the write, as far as it is known; empty if there was no object
  /// @param deletions how often the object was deleted before
  record Writing(OutputObject object, String seen, int deletions) {}

  private final Map<String, String> versions = new HashMap<>();
  private final Map<String, Integer> deletions = new HashMap<>();
  private final Map<OutputObject, Left> left = new HashMap<>();

  /// @param version empty if the object does not exist
  /// @return whether somebody else than this Stack has written or deleted the object
  synchronized boolean heard(String reference, String version) {
    var known =
        left.entrySet().stream()
            .filter(each -> each.getKey().reference().equals(reference))
            .map(Map.Entry::getValue)
            .findFirst();
    // The event may be older than the last write, if it comes from a list that was asked for before
    // it.
    if (known.filter(each -> each.isNewerThan(version)).isPresent()) return false;
    if (version.isEmpty()) deletions.merge(reference, 1, Integer::sum);
    versions.put(reference, version);
    return known.filter(each -> !each.version().equals(version)).isPresent();
  }

  synchronized void forgotten(String reference) {
    versions.remove(reference);
    deletions.remove(reference);
  }

  /// Has every object read again before the next write.
  synchronized void lookAgain() {
    left.replaceAll((_, each) -> new Left(each.data(), each.version(), false));
  }

  /// Whether somebody else has changed one of the objects, as far as is known.
  synchronized boolean isDisturbed() {
    return left.keySet().stream().anyMatch(object -> !isAsLeft(object));
  }

  synchronized boolean isAsLeft(OutputObject object) {
    var before = left.get(object);
    return before != null
        && before.isAs(versions.getOrDefault(object.reference(), before.version()));
  }

  /// How this Stack has left the object, if it has written this data.
  synchronized Optional<Left> left(OutputObject object, SortedMap<String, Outputs.Entry> data) {
    return Optional.ofNullable(left.get(object)).filter(each -> each.data().equals(data));
  }

  synchronized Writing begin(OutputObject object, Optional<Left> before) {
    var reference = object.reference();
    return new Writing(
        object,
        versions.getOrDefault(reference, before.map(Left::version).orElse("")),
        deletions.getOrDefault(reference, 0));
  }

  /// @param version that the API server answered. If a deletion was told meanwhile, it may have
  ///   come before or after the write, so the object has to be read again.
  synchronized void end(Writing writing, SortedMap<String, Outputs.Entry> data, String version) {
    var reference = writing.object().reference();
    boolean certain = deletions.getOrDefault(reference, 0) == writing.deletions();
    left.put(writing.object(), new Left(data, version, certain));
    versions.computeIfPresent(reference, (_, last) -> later(last, version));
  }

  /// The later of two versions: an event may be newer than the answer.
  private static String later(String heard, String answered) {
    if (heard.isEmpty()) return answered;
    return Long.parseLong(heard) > Long.parseLong(answered) ? heard : answered;
  }

  synchronized void remove(OutputObject object) {
    left.remove(object);
  }

  synchronized void clear() {
    left.clear();
  }
}
