package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.SortedMap;
import java.util.TreeMap;

/// What protects objects from being destroyed, where everything is: the options of what is declared
/// by now count before those that were stored with the objects.
public final class DeclaredProtection {
  private DeclaredProtection() {}

  /// What is recorded, with the options as they are declared.
  ///
  /// @param config what is declared, as far as that can be used
  /// @rule R-PD-2
  /// @rule R-PD-8
  public static SortedMap<InstanceAddress, InstanceState> in(
      SortedMap<InstanceAddress, InstanceState> recorded, StackConfig config) {
    var protectedNow = new TreeMap<>(recorded);
    protectedNow.replaceAll((at, instance) -> {
      var declared = config.resources().get(at.resource());
      if (declared == null || instance.current().isEmpty()) return instance;
      return instance.withCurrent(protect(instance.current().get(), declared));
    });
    return protectedNow;
  }

  private static ObjectState protect(ObjectState object, ResourceConfig declared) {
    var lifecycle = declared.lifecycle();
    return object.withFlags(
        object.flags().withProtection(lifecycle.preventDestroy(), !lifecycle.destroy()));
  }
}
