package io.keelson.engine.state;

import io.keelson.engine.address.ResourceAddress;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What an object needs, sorted by address. Immutable, and small: every object of a deep stack has
/// a long list, and all lists share their elements.
public final class DependencySet extends AbstractSet<Dependency> implements SortedSet<Dependency> {
  public static final DependencySet NONE = new DependencySet(new Dependency[0]);

  private final Dependency[] sorted;

  private DependencySet(Dependency[] sorted) {
    this.sorted = sorted;
  }

  /// The given dependencies; the same instance if it is one of these sets already.
  public static DependencySet of(Collection<Dependency> dependencies) {
    if (dependencies instanceof DependencySet set) return set;
    if (dependencies.isEmpty()) return NONE;
    return new DependencySet(new TreeSet<>(dependencies).toArray(Dependency[]::new));
  }

  /// Takes the array as it is.
  ///
  /// @param sorted by address, each resource once; never changed again
  public static DependencySet ofSorted(Dependency[] sorted) {
    return sorted.length == 0 ? NONE : new DependencySet(sorted);
  }

  /// The dependency on a resource; empty if it is not needed.
  ///
  /// @param needed by address, each resource once
  public static Optional<Dependency> on(ResourceAddress resource, SortedSet<Dependency> needed) {
    if (needed instanceof DependencySet set) return set.on(resource);
    var found = needed.tailSet(new Dependency(resource, false));
    return found.isEmpty() || !found.first().resource().equals(resource)
        ? Optional.empty()
        : Optional.of(found.first());
  }

  private Optional<Dependency> on(ResourceAddress resource) {
    int at = Arrays.binarySearch(sorted, new Dependency(resource, false));
    int first = at < 0 ? -at - 1 : at;
    return first < sorted.length && sorted[first].resource().equals(resource)
        ? Optional.of(sorted[first])
        : Optional.empty();
  }

  /// These dependencies, and those of the others whose resources are not among these.
  public DependencySet with(SortedSet<Dependency> others) {
    if (equals(others)) return this;
    var resources = new HashSet<ResourceAddress>();
    for (Dependency dependency : sorted) resources.add(dependency.resource());
    var all = new TreeSet<>(this);
    for (Dependency other : others) if (!resources.contains(other.resource())) all.add(other);
    return all.size() == sorted.length ? this : of(all);
  }

  @Override
  public Iterator<Dependency> iterator() {
    return Arrays.asList(sorted).iterator();
  }

  @Override
  public int size() {
    return sorted.length;
  }

  @Override
  public boolean contains(@Nullable Object candidate) {
    return candidate instanceof Dependency dependency
        && Arrays.binarySearch(sorted, dependency) >= 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (other == this) return true;
    return other instanceof DependencySet that ? same(that.sorted) : super.equals(other);
  }

  /// Elements are mostly shared, so most comparisons end at the first test.
  private boolean same(Dependency[] others) {
    if (others == sorted) return true;
    if (others.length != sorted.length) return false;
    for (int i = 0; i < sorted.length; i++)
      if (sorted[i] != others[i] && !sorted[i].equals(others[i])) return false;
    return true;
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public @Nullable Comparator<? super Dependency> comparator() {
    return null;
  }

  @Override
  public SortedSet<Dependency> subSet(Dependency from, Dependency to) {
    return new TreeSet<>(this).subSet(from, to);
  }

  @Override
  public SortedSet<Dependency> headSet(Dependency to) {
    return new TreeSet<>(this).headSet(to);
  }

  @Override
  public SortedSet<Dependency> tailSet(Dependency from) {
    return new TreeSet<>(this).tailSet(from);
  }

  @Override
  public Dependency first() {
    return sorted[0];
  }

  @Override
  public Dependency last() {
    return sorted[sorted.length - 1];
  }
}
