package io.keelson.engine.provider;

import io.keelson.engine.value.Mapping;

/// The key by which a provider finds an object that somebody else made.
///
/// @rule R-IMP-1
public sealed interface ImportKey {
  /// @param text the id as the type has it, not empty
  record Id(String text) implements ImportKey {}

  /// What tells the object apart from all others of its type.
  ///
  /// @param attributes an object, wholly known and unmarked; its attributes are the provider's
  record Identity(Mapping attributes) implements ImportKey {
    /// @throws IllegalArgumentException if something of it is marked or unknown
    public Identity {
      if (attributes.marked() || !attributes.whollyKnown())
        throw new IllegalArgumentException("an identity is known, and shown in plans");
    }
  }
}
