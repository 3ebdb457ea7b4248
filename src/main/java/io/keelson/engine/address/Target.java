package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;

/// What a plan is limited to, or leaves out: a resource, a component, or instances of them. Where a
/// key is left out, all instances are meant.
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

  public ComponentPath path() {
    return component.path();
  }

  /// The block of the resource; empty if a component is meant.
  public Optional<ResourceAddress> block() {
    return resource.map(local -> local.within(path()));
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
