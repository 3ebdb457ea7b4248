package io.keelson.engine.snapshot;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds everything that each resource needs, with what that needs in turn.
///
/// Computed over positions instead of addresses, and with one object for each way to depend on a
/// resource in all lists: those of a deep stack have millions of elements.
final class DependencyClosure {
  private static final int[] NOTHING = {};

  private final Map<ResourceAddress, Integer> positions = new HashMap<>();
  private final Dependency[] direct;
  private final Dependency[] indirect;
  private final int[][] reached;
  private final BitSet collected = new BitSet();

  private DependencyClosure(SortedSet<ResourceAddress> addresses) {
    this.direct = new Dependency[addresses.size()];
    this.indirect = new Dependency[addresses.size()];
    this.reached = new int[addresses.size()][];
    Arrays.fill(reached, NOTHING);
    for (ResourceAddress address : addresses) {
      int position = positions.size();
      positions.put(address, position);
      direct[position] = new Dependency(address, true);
      indirect[position] = new Dependency(address, false);
    }
  }

  /// @throws IllegalStateException if resources need each other in a circle
  static Map<ResourceAddress, DependencySet> of(
      SortedMap<ResourceAddress, Dependencies.Needs> needs) {
    var addresses = new TreeSet<>(needs.keySet());
    var needsFirst = Graph.<ResourceAddress>builder();
    needs.forEach((resource, needed) -> {
      needsFirst.node(resource);
      for (ResourceAddress each : needed.resources()) {
        needsFirst.edge(each, resource);
        addresses.add(each);
      }
    });
    var closure = new DependencyClosure(addresses);
    var stored = new HashMap<ResourceAddress, DependencySet>();
    for (ResourceAddress resource : needsFirst.build().inOrder()) {
      var needed = needs.get(resource);
      if (needed != null) stored.put(resource, closure.close(resource, needed.resources()));
    }
    return stored;
  }

  private int position(ResourceAddress resource) {
    return Objects.requireNonNull(positions.get(resource));
  }

  private DependencySet close(ResourceAddress resource, SortedSet<ResourceAddress> needed) {
    if (needed.isEmpty()) return DependencySet.NONE;
    var own = needed.stream().mapToInt(this::position).toArray();
    var all = own.length == 1 ? with(own[0], reached[own[0]]) : union(own);
    reached[position(resource)] = all;
    return select(all, own);
  }

  private static int[] with(int position, int[] sorted) {
    int at = -Arrays.binarySearch(sorted, position) - 1;
    var all = new int[sorted.length + 1];
    System.arraycopy(sorted, 0, all, 0, at);
    all[at] = position;
    System.arraycopy(sorted, at, all, at + 1, sorted.length - at);
    return all;
  }

  private int[] union(int[] own) {
    collected.clear();
    for (int position : own) {
      collected.set(position);
      for (int each : reached[position]) collected.set(each);
    }
    return collected.stream().toArray();
  }

  private DependencySet select(int[] all, int[] own) {
    var selected = new Dependency[all.length];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      boolean isOwn = next < own.length && own[next] == all[i];
      selected[i] = isOwn ? direct[all[i]] : indirect[all[i]];
      if (isOwn) next++;
    }
    return DependencySet.ofSorted(selected);
  }
}
