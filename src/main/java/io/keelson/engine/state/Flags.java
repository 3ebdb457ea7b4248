package io.keelson.engine.state;

import io.keelson.engine.address.Target;
import java.time.Duration;
import java.util.Optional;

/// Lifecycle options that are stored with an object, because an orphan has no declaration to ask.
///
/// @param createBeforeDestroy the effective flag, inherited ones included (R-CBD-6)
/// @param preventDestroy the declared flag (DEV-3)
/// @param skipDestroy whether `destroy: false` is declared (R-PD-8)
/// @param replaceTrigger a keyed hash of what `replaceTrigger` gave; empty if it gave nothing
///   (R-PUL-14)
/// @param deletedWith what the object goes with: an instance, a resource as a whole, or all that is
///   in a component (R-PUL-32)
/// @param deleteTimeout for how long the call that destroys it may take, if that is declared
///   (R-PUL-40)
public record Flags(
    boolean createBeforeDestroy,
    boolean preventDestroy,
    boolean skipDestroy,
    String replaceTrigger,
    Optional<Target> deletedWith,
    Optional<Duration> deleteTimeout) {
  public static final Flags NONE = new Flags(false, false, false);

  /// The flags of an object that no trigger replaces, that goes with no other object, and whose
  /// destruction may take any time.
  public Flags(boolean createBeforeDestroy, boolean preventDestroy, boolean skipDestroy) {
    this(createBeforeDestroy, preventDestroy, skipDestroy, "", Optional.empty(), Optional.empty());
  }

  public Flags withProtection(boolean preventsDestroy, boolean skipsDestroy) {
    return new Flags(
        createBeforeDestroy,
        preventsDestroy,
        skipsDestroy,
        replaceTrigger,
        deletedWith,
        deleteTimeout);
  }

  public Flags withDeletedWith(Optional<Target> container) {
    return new Flags(
        createBeforeDestroy, preventDestroy, skipDestroy, replaceTrigger, container, deleteTimeout);
  }

  public Flags withReplaceTrigger(String hash) {
    return new Flags(
        createBeforeDestroy, preventDestroy, skipDestroy, hash, deletedWith, deleteTimeout);
  }
}
