package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What was approved for one output.
///
/// @param kind the name of the [OutputChange.Kind]
/// @param prior a keyed hash of the value as saved; empty if there is none
/// @param planned a keyed hash of the new value in which everything unknown counts as unknown;
///   empty if the output goes away
/// @param unknown where the new value was unknown
/// @param sensitive whether any of the new value is secret: what was secret is not shown without an
///   approval
public record OutputLeaf(
    String kind,
    String prior,
    String planned,
    SortedSet<AttributePath> unknown,
    boolean sensitive) {
  public OutputLeaf {
    unknown = Collections.unmodifiableSortedSet(new TreeSet<>(unknown));
  }

  static OutputLeaf of(OutputChange change, ContentHash hash) {
    return new OutputLeaf(
        change.kind().name(),
        change.before().map(before -> hash.value(before, Leaf.NOWHERE).hex()).orElse(""),
        change.after().map(after -> hash.value(after, Leaf.NOWHERE).hex()).orElse(""),
        change.after().map(Leaf::unknown).orElse(Leaf.NOWHERE),
        isSensitive(change));
  }

  private static boolean isSensitive(OutputChange change) {
    return change.after().map(Value::allMarks).filter(Marks::sensitive).isPresent();
  }

  /// Whether the change is what was approved: known parts are the same, unknown ones may be
  /// anything.
  boolean covers(OutputChange change, Bytes key) {
    return planned.equals(change.after().map(after -> Leaf.hash(after, unknown, key)).orElse(""))
        && sensitive == isSensitive(change);
  }

  /// The leaf as one line, for the digest.
  String line() {
    return String.join("|", kind, prior, planned, unknown.toString(), Boolean.toString(sensitive));
  }
}
