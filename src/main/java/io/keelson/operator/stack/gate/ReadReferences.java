package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.declaration.UsedComponents;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the last turns read beside the Stack and its members, which is to be watched. Used by one
/// thread.
public final class ReadReferences {
  private SortedSet<String> stacks = Collections.emptySortedSet();
  private UsedComponents components = UsedComponents.NONE;

  /// The definitions that the Components used last.
  public UsedComponents components() {
    return components;
  }

  /// The other Stacks that were read last, with their outputs.
  public SortedSet<String> stacks() {
    return stacks;
  }

  void uses(UsedComponents definitions) {
    components = definitions;
  }

  void reads(SortedSet<String> others) {
    stacks = Collections.unmodifiableSortedSet(new TreeSet<>(others));
  }
}
