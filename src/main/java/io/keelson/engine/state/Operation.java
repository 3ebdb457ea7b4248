package io.keelson.engine.state;

import io.keelson.engine.address.DeposedKey;
import java.time.Duration;
import java.util.Optional;

/// An open journal entry: a provider call that may have changed the world and whose result is not
/// stored yet.
///
/// @param id unique for every call, chosen by the caller
/// @param deposed the deposed object the call is about, if it is not the current one
/// @param plan the digest of the plan that is carried out
/// @param locator how the provider finds the object of an unfinished create again, where it can
/// @param longest for how long the provider may work on it
/// @param declared what a new object is to be stored with; [Declared#NONE] where one exists already
public record Operation(
    String id,
    Kind kind,
    Optional<DeposedKey> deposed,
    String plan,
    Optional<String> locator,
    Duration longest,
    Declared declared) {
  /// What is to become of the object.
  public enum Kind {
    CREATE,
    UPDATE,
    DELETE,
    /// It is taken over as it is: only its record is made.
    IMPORT
  }
}
