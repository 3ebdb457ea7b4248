package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Registered;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// One consistent view of what is declared and what exists, with what follows from the declarations
/// alone.
///
/// @param uncertain instances of which it is known, from elsewhere, that what is recorded may not
///   be all that exists: nothing is planned for them
public record Snapshot(
    StackConfig config,
    StackState prior,
    Dependencies dependencies,
    CreateBeforeDestroy createBeforeDestroy,
    SortedSet<InstanceAddress> uncertain) {
  public Snapshot {
    uncertain = Collections.unmodifiableSortedSet(new TreeSet<>(uncertain));
  }

  /// @throws IllegalStateException if declared resources need each other in a circle
  public Snapshot(StackConfig config, StackState prior) {
    this(config, prior, Collections.emptySortedSet());
  }

  /// @throws IllegalStateException if declared resources need each other in a circle
  public Snapshot(StackConfig config, StackState prior, SortedSet<InstanceAddress> uncertain) {
    this(config, prior, uncertain, Dependencies.of(config));
  }

  private Snapshot(
      StackConfig config,
      StackState prior,
      SortedSet<InstanceAddress> uncertain,
      Dependencies dependencies) {
    this(config, prior, dependencies, CreateBeforeDestroy.of(config, dependencies), uncertain);
  }

  /// The same view of a stack whose programs have registered this.
  ///
  /// @throws IllegalStateException if resources need each other in a circle
  /// @rule R-PRG-20
  public Snapshot registering(Registered by) {
    return by.equals(config.registered())
        ? this
        : new Snapshot(config.registering(by), prior, uncertain);
  }

  /// What an object of this resource takes over from its declaration.
  ///
  /// @param at the address of the object
  /// @param sensitive where its configuration is sensitive
  /// @param trigger see [Flags#replaceTrigger]
  public Declared declared(
      ResourceConfig resource, InstanceAddress at, SensitivePaths sensitive, String trigger) {
    return new Declared(
        Optional.empty(),
        dependencies.stored(resource.address()),
        flags(resource, at).withReplaceTrigger(trigger),
        sensitive);
  }

  /// @rule R-CBD-6
  /// @rule R-PD-8
  /// @rule R-PUL-32
  /// @rule R-PUL-40
  public Flags flags(ResourceConfig resource, InstanceAddress at) {
    return new Flags(
        createBeforeDestroy.effective().contains(resource.address()),
        resource.lifecycle().preventDestroy(),
        !resource.lifecycle().destroy(),
        "",
        resource.lifecycle().deletedWith(at),
        resource.lifecycle().timeouts().delete());
  }
}
