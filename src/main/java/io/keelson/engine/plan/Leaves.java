package io.keelson.engine.plan;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.value.Bytes;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Everything that is approved with a plan, without the values themselves.
///
/// @param changes one for each object that something happens to
/// @param outputs one for each output that changes
public record Leaves(SortedMap<ObjectRef, Leaf> changes, SortedMap<String, OutputLeaf> outputs) {
  public static final Leaves NONE =
      new Leaves(Collections.emptySortedMap(), Collections.emptySortedMap());

  public Leaves {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
  }

  public static Leaves of(
      Collection<Change> changes, SortedMap<String, OutputChange> outputs, Bytes key) {
    var hash = new ContentHash(key);
    var leaves = new TreeMap<ObjectRef, Leaf>();
    for (Change change : changes)
      if (change.isEffective()) leaves.put(change.object(), Leaf.of(change, hash));
    var outputLeaves = new TreeMap<String, OutputLeaf>();
    outputs.forEach((name, change) -> {
      if (change.kind() != OutputChange.Kind.NO_OP)
        outputLeaves.put(name, OutputLeaf.of(change, hash));
    });
    return new Leaves(leaves, outputLeaves);
  }

  /// Adds every leaf to the hash, in the order of addresses and names.
  ContentHash addTo(ContentHash hash) {
    changes.values().forEach(leaf -> hash.text(leaf.line()));
    outputs.forEach((name, leaf) -> hash.text("output." + name).text(leaf.line()));
    return hash;
  }
}
