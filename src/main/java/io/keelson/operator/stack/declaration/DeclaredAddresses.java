package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.component.Component;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The addresses that the members of a Stack declare, usable or not, with everything in components.
///
/// @param resources the addresses of Resources
/// @param components the paths of Components; everything in them counts as declared
public record DeclaredAddresses(
    SortedSet<ResourceAddress> resources, SortedSet<ComponentPath> components) {
  public static final DeclaredAddresses NONE =
      new DeclaredAddresses(Collections.emptySortedSet(), Collections.emptySortedSet());

  public static DeclaredAddresses of(List<Resource> resources, List<Component> components) {
    var addresses = new TreeSet<ResourceAddress>();
    resources.forEach(each -> addresses.add(Declarations.address(each)));
    var paths = new TreeSet<ComponentPath>();
    components.forEach(each -> paths.add(UsedComponents.address(each)));
    return new DeclaredAddresses(addresses, paths);
  }

  /// Whether a member declares an address, or the component that it is in.
  public boolean cover(ResourceAddress address) {
    return resources.contains(address)
        || address.in().depth() > 0 && components.contains(address.in().first(1));
  }
}
