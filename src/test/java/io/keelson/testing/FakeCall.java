package io.keelson.testing;

import io.keelson.engine.address.InstanceAddress;

/// One call that could change the world, or read a data source while applying.
///
/// @param id of the object as the engine knew it; empty for a create and a read
/// @param start a tick that is lower than that of anything that began later
/// @param end a tick; nothing that waits for this call starts before
public record FakeCall(Kind kind, InstanceAddress at, String id, int start, int end) {
  public enum Kind {
    CREATE,
    UPDATE,
    DELETE,
    /// Of a data source.
    READ
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(java.util.Locale.ROOT)
        + " "
        + at
        + (id.isEmpty() ? "" : " " + id);
  }
}
