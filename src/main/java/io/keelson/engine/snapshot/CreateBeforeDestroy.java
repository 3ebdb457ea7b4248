package io.keelson.engine.snapshot;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which resources create a replacement before they destroy the old object.
///
/// @param effective by their own option, or because something that depends on them has it
/// @param forcedByState those that only an object without declaration forces, in this run
/// @rule R-CBD-1
public record CreateBeforeDestroy(
    SortedSet<ResourceAddress> effective, SortedSet<ResourceAddress> forcedByState) {
  public CreateBeforeDestroy {
    effective = Collections.unmodifiableSortedSet(new TreeSet<>(effective));
    forcedByState = Collections.unmodifiableSortedSet(new TreeSet<>(forcedByState));
  }

  /// The flags by the declarations alone.
  static CreateBeforeDestroy of(StackConfig config, Dependencies dependencies) {
    var effective = new TreeSet<ResourceAddress>();
    config
        .resources()
        .forEach((address, resource) -> {
          if (!resource.lifecycle().createBeforeDestroy()) return;
          effective.add(address);
          dependencies.stored(address).forEach(each -> effective.add(each.resource()));
        });
    effective.removeIf(address -> isRequiredToGoFirst(config, address));
    return new CreateBeforeDestroy(effective, Collections.emptySortedSet());
  }

  /// The same flags, with those that objects without declaration force: an object that goes away
  /// last needs its dependencies until then, and these need what their declarations name by now.
  ///
  /// @rule R-CBD-13
  public CreateBeforeDestroy forcedBy(
      StackState state, StackConfig config, Dependencies dependencies) {
    var departures = new Departures(config);
    var forced = new TreeSet<ResourceAddress>();
    state
        .instances()
        .forEach((at, instance) -> {
          if (config.resources().containsKey(at.resource())) return;
          instance.current().filter(object -> object.flags().createBeforeDestroy()).stream()
              .filter(object -> !departures.leavesOrphan(at, object))
              .flatMap(object -> object.dependencies().stream())
              .map(Dependency::resource)
              .filter(forced::add)
              .flatMap(resource -> dependencies.stored(resource).stream())
              .map(Dependency::resource)
              .forEach(forced::add);
        });
    forced.removeAll(effective);
    forced.removeIf(address -> isRequiredToGoFirst(config, address));
    return new CreateBeforeDestroy(effective, forced);
  }

  private static boolean isRequiredToGoFirst(StackConfig config, ResourceAddress address) {
    var declared = config.resources().get(address);
    return declared != null && declared.lifecycle().deleteBeforeReplace();
  }

  /// How a declared resource is replaced.
  ///
  /// @param createsFirst whether the provider creates first where nothing is declared
  public ReplaceStrength strength(ResourceConfig resource, boolean createsFirst) {
    var address = resource.address();
    if (resource.lifecycle().deleteBeforeReplace()) return ReplaceStrength.DESTROY_FIRST_REQUIRED;
    if (effective.contains(address) || forcedByState.contains(address))
      return ReplaceStrength.CREATE_FIRST;
    return createsFirst
        ? ReplaceStrength.CREATE_FIRST_BY_DEFAULT
        : ReplaceStrength.DESTROY_FIRST_BY_DEFAULT;
  }

  /// Whether an object that is deleted goes last: the flag that is stored with it.
  ///
  /// @rule R-CBD-7
  public static boolean goesLast(InstanceState instance) {
    return instance
        .current()
        .map(ObjectState::flags)
        .filter(f -> f.createBeforeDestroy())
        .isPresent();
  }
}
