package io.keelson.conformance.pulumi;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;

/// Scenarios tell resources apart by type and name, wherever they live; this product by the way
/// through the components, too.
final class PulumiNames {
  private PulumiNames() {}

  static String of(InstanceAddress at) {
    return of(at.resource());
  }

  static String of(ResourceAddress resource) {
    return resource.local().toString();
  }

  /// Under which address it is recorded; if it is not, the one that it has outside of components.
  static InstanceAddress recorded(String name, StackState state) {
    return state.instances().keySet().stream()
        .filter(at -> of(at).equals(name))
        .findFirst()
        .orElseGet(() -> InstanceAddress.parse(name));
  }

  /// What is recorded of it.
  static InstanceState instance(String name, StackState state) {
    return state.instance(recorded(name, state));
  }
}
