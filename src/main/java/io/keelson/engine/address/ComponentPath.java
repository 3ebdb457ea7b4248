package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The way from the stack to the block of a component: `component.web.component.db`. The stack
/// itself is the way of no names.
///
/// @param names from the outermost component inwards
/// @rule R-CMP-1
public record ComponentPath(List<String> names) implements Comparable<ComponentPath> {
  /// What addresses of components begin with.
  public static final String WORD = "component";

  /// The stack itself.
  public static final ComponentPath ROOT = new ComponentPath(List.of());

  private static final ResourceAddress.Mode FIRST = ResourceAddress.Mode.MANAGED;

  /// @throws IllegalArgumentException if a name is not an identifier
  public ComponentPath {
    for (String name : names)
      if (!ResourceAddress.isIdentifier(name))
        throw new IllegalArgumentException("not a component name: '" + name + "'");
    names = List.copyOf(names);
  }

  /// The component of this name in this one.
  public ComponentPath component(String name) {
    var longer = new ArrayList<>(names);
    longer.add(name);
    return new ComponentPath(longer);
  }

  /// The given way, continued from this component.
  public ComponentPath then(ComponentPath relative) {
    if (relative.isRoot()) return this;
    if (isRoot()) return relative;
    var longer = new ArrayList<>(names);
    longer.addAll(relative.names);
    return new ComponentPath(longer);
  }

  public boolean isRoot() {
    return names.isEmpty();
  }

  public int depth() {
    return names.size();
  }

  /// The first components of the way.
  public ComponentPath first(int depth) {
    return depth == names.size() ? this : new ComponentPath(names.subList(0, depth));
  }

  /// The way from a component around this one, or from this one itself.
  ///
  /// @param depth how many names the way to that component has
  public ComponentPath from(int depth) {
    return new ComponentPath(names.subList(depth, names.size()));
  }

  /// What the component stands in.
  ///
  /// @throws IndexOutOfBoundsException if this is the stack
  public ComponentPath parent() {
    return first(names.size() - 1);
  }

  /// How many components, from the outermost inwards, are around both.
  public int shared(ComponentPath other) {
    int shared = 0;
    int most = Math.min(depth(), other.depth());
    while (shared < most && names.get(shared).equals(other.names.get(shared))) shared++;
    return shared;
  }

  public boolean startsWith(ComponentPath outer) {
    return names.size() >= outer.names.size()
        && names.subList(0, outer.names.size()).equals(outer.names);
  }

  /// What a map says of the resources in this component, and in those inside of it.
  public <V> SortedMap<ResourceAddress, V> resourcesIn(SortedMap<ResourceAddress, V> all) {
    var found = new TreeMap<ResourceAddress, V>();
    for (var entry : all.tailMap(new ResourceAddress(this, FIRST, "A", "A")).entrySet()) {
      if (!entry.getKey().in().startsWith(this)) break;
      found.put(entry.getKey(), entry.getValue());
    }
    return found;
  }

  /// What a map says of the instances in this component, and in those inside of it.
  public <V> SortedMap<InstanceAddress, V> instancesIn(SortedMap<InstanceAddress, V> all) {
    var found = new TreeMap<InstanceAddress, V>();
    var first = new ResourceAddress(this, FIRST, "A", "A").instance(new InstanceKey.None());
    for (var entry : all.tailMap(first).entrySet()) {
      if (!entry.getKey().resource().in().startsWith(this)) break;
      found.put(entry.getKey(), entry.getValue());
    }
    return found;
  }

  /// Whatever is around a component before it, then by name.
  @Override
  public int compareTo(ComponentPath other) {
    // What stands in one component mostly shares its path.
    if (this == other) return 0;
    int shared = Math.min(names.size(), other.names.size());
    for (int i = 0; i < shared; i++) {
      int difference = names.get(i).compareTo(other.names.get(i));
      if (difference != 0) return difference;
    }
    return Integer.compare(names.size(), other.names.size());
  }

  /// Of addresses, most are in the stack itself.
  @Override
  public int hashCode() {
    return isRoot() ? 1 : names.hashCode();
  }

  /// `component.web.component.db`; nothing for the stack.
  @Override
  public String toString() {
    return new ComponentInstance(this, Collections.nCopies(depth(), new InstanceKey.None()))
        .toString();
  }
}
