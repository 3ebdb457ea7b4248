package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What each attribute of an object is, and is planned to be, as short keyed hashes: enough to tell
/// by attribute how two plans differ, and nothing about the values. No path leads deeper than to
/// something marked.
final class AttributeHashes {
  private static final int DEEPEST = 3;
  private static final int MOST = 64;
  private static final int HEX_DIGITS = 8;

  private final ContentHash hash;
  private final int deepest;
  private final SortedMap<AttributePath, String> hashes = new TreeMap<>();

  private AttributeHashes(DigestKey key, int deepest) {
    this.hash = new ContentHash(key.secret());
    this.deepest = deepest;
  }

  /// @return by place; of a large object only its own attributes
  static SortedMap<AttributePath, String> of(Change change, DigestKey key) {
    for (int depth = DEEPEST; depth > 1; depth--) {
      var all = new AttributeHashes(key, depth).of(change);
      if (all.size() <= MOST) return all;
    }
    return new AttributeHashes(key, 1).of(change);
  }

  private SortedMap<AttributePath, String> of(Change change) {
    add(
        AttributePath.ROOT,
        change.approvedBefore().orElse(null),
        change.approvedAfter().orElse(null));
    return Collections.unmodifiableSortedMap(hashes);
  }

  private void add(AttributePath path, @Nullable Value before, @Nullable Value after) {
    if (hashes.size() > MOST && deepest > 1) return;
    boolean nothing = before == null && after == null;
    if (nothing || path.steps().size() >= deepest || !isOpen(before) || !isOpen(after))
      hashes.put(path, hash(before, after));
    else entries(path, (Mapping) before, (Mapping) after);
  }

  private static boolean isOpen(@Nullable Value value) {
    return value == null || (value instanceof Mapping && value.marks().isEmpty());
  }

  private void entries(AttributePath path, @Nullable Mapping before, @Nullable Mapping after) {
    var paths = new TreeMap<String, AttributePath>();
    for (var object : Arrays.asList(before, after))
      if (object != null)
        for (String key : object.keys())
          paths.put(key, object.isObject() ? path.attribute(key) : path.key(key));
    paths.forEach((key, at) ->
        add(at, before == null ? null : before.get(key), after == null ? null : after.get(key)));
  }

  private String hash(@Nullable Value before, @Nullable Value after) {
    add(before);
    add(after);
    return hash.hex().substring(0, HEX_DIGITS);
  }

  private void add(@Nullable Value value) {
    hash.text(value == null ? "absent" : "present");
    if (value != null) hash.value(value, Leaf.NOWHERE);
  }
}
