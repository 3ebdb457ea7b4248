package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ResourceAddress;
import java.util.Optional;

/// Options of something in a component that hold for everything that has it for a parent and says
/// nothing itself.
///
/// @param preventDestroy empty where nothing is said
/// @param destroy whether objects that go are destroyed; empty where nothing is said
/// @param deletedWith the resource whose end is the end of all, too
/// @rule R-PRG-25
record ParentOptions(
    Optional<Boolean> preventDestroy,
    Optional<Boolean> destroy,
    Optional<ResourceAddress> deletedWith) {
  static final ParentOptions NONE =
      new ParentOptions(Optional.empty(), Optional.empty(), Optional.empty());

  /// These where they say something, else those of the parent.
  ParentOptions over(ParentOptions parent) {
    return new ParentOptions(
        preventDestroy.or(parent::preventDestroy),
        destroy.or(parent::destroy),
        deletedWith.or(parent::deletedWith));
  }
}
