package io.keelson.engine.address;

import static java.util.Collections.nCopies;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a plan is limited to or leaves out, or what something goes with: a resource, a component,
/// or instances of them. Where a key is left out, all instances are meant.
///
/// @param component what the resource stands in; the component itself where there is no resource
/// @param resource as its component calls it; empty if everything in the component is meant
/// @param key of the resource
/// @rule R-TGT-1
public record Target(
    ComponentInstance component, Optional<ResourceAddress> resource, InstanceKey key)
    implements Comparable<Target> {
  private static final Comparator<Target> ORDER =
      Comparator.comparing(Target::path)
          .thenComparing(each -> each.resource.map(ResourceAddress::toString).orElse(""))
          .thenComparing(Target::component)
          .thenComparing(Target::key);

  /// Reads the address of a resource, a component, or an instance of one.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static Target parse(String text) {
    var name = new AddressText(text).movedName();
    return new Target(name.component(), name.resource(), name.key());
  }

  public static Target of(InstanceAddress at) {
    return new Target(at.component(), Optional.of(at.resource().local()), at.key().own());
  }

  /// All instances of a component.
  public static Target of(ComponentPath path) {
    var keys = nCopies(path.depth(), (InstanceKey) new InstanceKey.None());
    return new Target(new ComponentInstance(path, keys), Optional.empty(), new InstanceKey.None());
  }

  public ComponentPath path() {
    return component.path();
  }

  /// The block of the resource; empty if a component is meant.
  public Optional<ResourceAddress> block() {
    return resource.map(local -> local.within(path()));
  }

  /// Whether it means only something in a component that another one means.
  public boolean isInside(Target other) {
    return path().startsWith(other.path()) && (block().isPresent() || !path().equals(other.path()));
  }

  /// What a map says of the resources that may be meant.
  public <V> SortedMap<ResourceAddress, V> resourcesIn(SortedMap<ResourceAddress, V> all) {
    if (block().isEmpty()) return path().resourcesIn(all);
    var found = new TreeMap<ResourceAddress, V>();
    block()
        .ifPresent(each -> {
          var value = all.get(each);
          if (value != null) found.put(each, value);
        });
    return found;
  }

  /// What a map says of the instances of the resources that may be meant.
  public <V> SortedMap<InstanceAddress, V> instancesIn(SortedMap<InstanceAddress, V> all) {
    return block().map(each -> each.instancesIn(all)).orElseGet(() -> path().instancesIn(all));
  }

  /// Whether the block is meant, or may have instances that are.
  public boolean mayCover(ResourceAddress other) {
    return block().map(other::equals).orElseGet(() -> other.in().startsWith(path()));
  }

  /// Whether an instance is meant.
  public boolean covers(InstanceAddress at) {
    if (!mayCover(at.resource())) return false;
    var keys = at.key().components();
    for (int i = 0; i < component.keys().size(); i++)
      if (!fits(component.keys().get(i), keys.get(i))) return false;
    return resource.isEmpty() || fits(key, at.key().own());
  }

  /// Whether something names an instance as it names one thing: the keys of the components around
  /// are exact. Only its own key may be left out, for all instances.
  ///
  /// @rule R-PUL-30
  public boolean means(InstanceAddress at) {
    int exact = component.keys().size() - (resource.isPresent() ? 0 : 1);
    return covers(at) && component.keys().subList(0, exact).equals(at.key().components(exact));
  }

  /// The same, begun in a component.
  public Target within(ComponentPath outer) {
    if (outer.isRoot()) return this;
    var keys = new ArrayList<InstanceKey>(nCopies(outer.depth(), new InstanceKey.None()));
    keys.addAll(component.keys());
    return new Target(new ComponentInstance(outer.then(path()), keys), resource, key);
  }

  /// The same in the instances of the components that are around both this and an instance.
  ///
  /// @rule R-CMP-12
  public Target beside(InstanceAddress at) {
    int shared = shared(at.resource().in());
    if (shared == 0) return this;
    var keys = new ArrayList<>(at.key().components(shared));
    keys.addAll(component.keys().subList(shared, component.keys().size()));
    return new Target(new ComponentInstance(path(), keys), resource, key);
  }

  /// How many components, from the outermost inwards, are around both this and what stands in a
  /// component, as long as no key says which instance of them is meant.
  public int shared(ComponentPath in) {
    int shared = 0;
    int most = path().shared(in);
    while (shared < most && component.keys().get(shared) instanceof InstanceKey.None) shared++;
    return shared;
  }

  private static boolean fits(InstanceKey wanted, InstanceKey key) {
    return wanted instanceof InstanceKey.None || wanted.equals(key);
  }

  /// Whether no key is given at all.
  public boolean isWhole() {
    var keys = new ArrayList<>(component.keys());
    keys.add(key);
    return keys.stream().allMatch(InstanceKey.None.class::isInstance);
  }

  @Override
  public int compareTo(Target other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    if (resource.isEmpty()) return component.toString();
    return block().orElseThrow().instance(key.within(component.keys())).toString();
  }
}
