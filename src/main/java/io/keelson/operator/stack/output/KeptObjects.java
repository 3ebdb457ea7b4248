package io.keelson.operator.stack.output;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// As what each object with outputs was left, and what was heard of it since. The Stack's runner
/// writes, and watches tell, at the same time.
final class KeptObjects {
  /// As what an object was left.
  ///
  /// @param certain whether that needs no look
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
  /// @param seen the version before, as far as is known; empty if there was no object
  /// @param deletions how often the object was deleted before
  record Writing(OutputObject object, String seen, int deletions) {}

  private final Map<String, String> versions = new HashMap<>();
  private final Map<String, Integer> deletions = new HashMap<>();
  private final Map<OutputObject, Left> left = new HashMap<>();

  /// @param version empty if the object does not exist
  /// @return whether that is not what this Stack has written
  synchronized boolean heard(String reference, String version) {
    var known =
        left.entrySet().stream()
            .filter(each -> each.getKey().reference().equals(reference))
            .map(Map.Entry::getValue)
            .findFirst();
    // A list may have been asked for before the last write.
    if (known.filter(each -> each.isNewerThan(version)).isPresent()) return false;
    if (version.isEmpty()) deletions.merge(reference, 1, Integer::sum);
    versions.put(reference, version);
    return known.filter(each -> !each.version().equals(version)).isPresent();
  }

  synchronized void forgotten(String reference) {
    versions.remove(reference);
    deletions.remove(reference);
  }

  /// Nothing is certain any more.
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

  /// As what the object was left with this data.
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

  /// @param version as the API server answered. Of a deletion that was heard meanwhile nobody knows
  ///   whether it came first.
  synchronized void end(Writing writing, SortedMap<String, Outputs.Entry> data, String version) {
    var reference = writing.object().reference();
    boolean certain = deletions.getOrDefault(reference, 0) == writing.deletions();
    left.put(writing.object(), new Left(data, version, certain));
    versions.computeIfPresent(reference, (_, last) -> later(last, version));
  }

  /// What was told meanwhile may be newer than the answer.
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
