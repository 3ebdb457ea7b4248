package io.keelson.engine.address;

import java.util.ArrayList;

/// The name of one resource instance: `server.web`, `server.web[0]`, `server.web["eu"]` or
/// `component.shop["eu"].server.web`.
///
/// @param key with the keys of the components around it, if there are any
public record InstanceAddress(ResourceAddress resource, InstanceKey key)
    implements Comparable<InstanceAddress> {
  /// The most characters that an address may have: records and plans hold no longer ones.
  public static final int LONGEST = 1024;

  /// Reads an address with or without keys.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static InstanceAddress parse(String text) {
    return new AddressText(text).instance();
  }

  /// The instance of a component that it stands in.
  public ComponentInstance component() {
    var in = resource.in();
    return in.isRoot() ? ComponentInstance.ROOT : new ComponentInstance(in, key.components());
  }

  /// The same address as it is called inside of a component.
  ///
  /// @param outer the component, in which it stands
  public InstanceAddress relativeTo(ComponentPath outer) {
    if (outer.isRoot()) return this;
    int depth = outer.depth();
    var names = resource.in().names();
    return resource
        .local()
        .within(new ComponentPath(names.subList(depth, names.size())))
        .instance(key.own().within(key.components().subList(depth, names.size())));
  }

  /// This address, begun in an instance of a component.
  public InstanceAddress within(ComponentInstance outer) {
    if (outer.keys().isEmpty()) return this;
    var keys = new ArrayList<>(outer.keys());
    keys.addAll(key.components());
    return resource.within(outer.path()).instance(key.own().within(keys));
  }

  /// Whether it stands in a component, or in one inside that. The stack has everything.
  public boolean isIn(ComponentInstance component) {
    int depth = component.keys().size();
    var keys = key.components();
    return resource.in().startsWith(component.path())
        && keys.size() >= depth
        && keys.subList(0, depth).equals(component.keys());
  }

  /// All instances of a resource stand together, by the keys of the components around them and
  /// their own.
  @Override
  public int compareTo(InstanceAddress other) {
    int byResource = resource.compareTo(other.resource);
    return byResource != 0 ? byResource : key.compareTo(other.key);
  }

  @Override
  public String toString() {
    return resource.in().isRoot()
        ? resource.toString() + key
        : component() + "." + resource.localText() + key.own();
  }
}
