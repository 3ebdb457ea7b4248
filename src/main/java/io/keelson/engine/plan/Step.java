package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import java.util.List;
import java.util.Optional;

/// One node of a plan's operation graph.
public sealed interface Step {
  /// The object that the step makes, changes, destroys or drops the record of; empty if there is
  /// none.
  default Optional<ObjectRef> changes() {
    return switch (this) {
      case Converge(var at) -> Optional.of(ObjectRef.current(at));
      case Destroy(_, var object) -> Optional.of(object);
      case Forget(var object) -> Optional.of(object);
      case Check _, Read _, Barrier _ -> Optional.empty();
    };
  }

  /// Creates or updates an instance's object.
  record Converge(InstanceAddress at) implements Step {
    @Override
    public String toString() {
      return at.toString();
    }
  }

  /// Checks the conditions of an instance that nothing is done to, and stores its first trigger if
  /// none was known before.
  ///
  /// @rule R-COND-5
  record Check(InstanceAddress at) implements Step {
    @Override
    public String toString() {
      return at + " (check)";
    }
  }

  /// Reads a data source.
  ///
  /// @rule R-DATA-7
  record Read(InstanceAddress at) implements Step {
    @Override
    public String toString() {
      return at + " (read)";
    }
  }

  /// Destroys an object.
  ///
  /// @param at where the object was when the plan was made
  /// @param object the object to destroy: in a replacement that creates first it is deposed by then
  record Destroy(InstanceAddress at, ObjectRef object) implements Step {
    @Override
    public String toString() {
      return at + " (destroy)";
    }
  }

  /// Drops an object's record.
  record Forget(ObjectRef object) implements Step {
    @Override
    public String toString() {
      return object + " (forget)";
    }
  }

  /// Does nothing: it stands for a complete set of edges, so that two resources of a thousand
  /// instances do not make a million.
  sealed interface Barrier extends Step {
    /// Is passed when all before it is done.
    ///
    /// @param around the keys of components, from the outermost inwards: the barrier is only about
    ///   steps within these instances of components
    /// @rule R-CMP-12
    record Around(Milestone kind, ResourceAddress resource, List<InstanceKey> around)
        implements Barrier {
      /// About a resource as a whole.
      public Around(Milestone kind, ResourceAddress resource) {
        this(kind, resource, List.of());
      }
    }

    /// Is passed when all steps before it have ended, done or not: the steps after it only come
    /// later, they do not need them.
    ///
    /// @param number of the layer of objects that end after the barrier
    /// @rule R-PUL-51
    record Layer(int number) implements Barrier {}

    /// Is passed when all objects of a container have ended.
    ///
    /// @rule R-PUL-30
    record Ended(Target container) implements Barrier {}
  }

  /// What has happened when a barrier is passed.
  enum Milestone {
    /// The resource and all it refers to have their new objects.
    CONVERGED,
    /// The resource's own new objects are there.
    OWN_CONVERGED,
    /// The objects that are destroyed first are gone.
    DESTROYED,
    /// The users of the resource have moved to its new objects.
    USERS_CONVERGED,
    /// The objects that used the resource are gone.
    USERS_DESTROYED,
    /// The objects that used the resource and are destroyed first are gone.
    USERS_DESTROYED_FIRST
  }
}
