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

  /// More than the number of components that may be inside of each other.
  private static final int DEPTHS = 16;

  private final Map<ResourceAddress, Integer> positions = new HashMap<>();
  private final Dependency[] direct;
  private final Dependency[] indirect;

  /// What each resource needs: positions by number, each times [#DEPTHS] plus its depth.
  private final int[][] reached;

  private final BitSet collected = new BitSet();
  private final byte[] depths;

  private DependencyClosure(SortedSet<ResourceAddress> addresses) {
    this.direct = new Dependency[addresses.size()];
    this.indirect = new Dependency[addresses.size()];
    this.reached = new int[addresses.size()][];
    this.depths = new byte[addresses.size()];
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
      if (needed != null) stored.put(resource, closure.close(resource, needed.depths()));
    }
    return stored;
  }

  private int position(ResourceAddress resource) {
    return Objects.requireNonNull(positions.get(resource));
  }

  private DependencySet close(
      ResourceAddress resource, SortedMap<ResourceAddress, Integer> needed) {
    if (needed.isEmpty()) return DependencySet.NONE;
    var own = new int[needed.size()];
    int next = 0;
    for (var each : needed.entrySet())
      own[next++] = position(each.getKey()) * DEPTHS + each.getValue();
    boolean isFlat = own.length == 1 && own[0] % DEPTHS == 0;
    var all = isFlat ? with(own[0], reached[own[0] / DEPTHS]) : union(own);
    reached[position(resource)] = all;
    return select(all, own);
  }

  /// Adds a resource of which all instances are needed to the list of what it needs: of that, all
  /// instances are needed then, too.
  private static int[] with(int needed, int[] sorted) {
    int at = -Arrays.binarySearch(sorted, needed) - 1;
    var all = new int[sorted.length + 1];
    System.arraycopy(sorted, 0, all, 0, at);
    all[at] = needed;
    System.arraycopy(sorted, at, all, at + 1, sorted.length - at);
    for (int i = 0; i < all.length; i++) all[i] -= all[i] % DEPTHS;
    return all;
  }

  private int[] union(int[] own) {
    collected.clear();
    for (int needed : own) {
      collect(needed / DEPTHS, needed % DEPTHS);
      for (int each : reached[needed / DEPTHS])
        collect(each / DEPTHS, Math.min(each % DEPTHS, needed % DEPTHS));
    }
    return collected.stream().map(position -> position * DEPTHS + depths[position]).toArray();
  }

  /// Notes a needed resource. Of several ways to it, the one that leads to more instances counts.
  private void collect(int position, int depth) {
    boolean known = collected.get(position);
    depths[position] = (byte) (known ? Math.min(depths[position], depth) : depth);
    collected.set(position);
  }

  private DependencySet select(int[] all, int[] own) {
    var selected = new Dependency[all.length];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      int position = all[i] / DEPTHS;
      boolean isOwn = next < own.length && own[next] / DEPTHS == position;
      var whole = isOwn ? direct[position] : indirect[position];
      int depth = all[i] % DEPTHS;
      selected[i] = depth == 0 ? whole : new Dependency(whole.resource(), isOwn, depth);
      if (isOwn) next++;
    }
    return DependencySet.ofSorted(selected);
  }
}
