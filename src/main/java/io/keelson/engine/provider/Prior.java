package io.keelson.engine.provider;

import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// The prior state of an object in its current schema: wholly known and unmarked.
///
/// @param identity what tells the object apart, as the provider wants it back; opaque to the engine
public record Prior(Value value, Bytes privateData, Optional<RawState> identity) {
  /// @throws IllegalArgumentException if the value carries marks
  public Prior {
    if (value.marked()) throw new IllegalArgumentException("the prior state carries marks");
  }

  public static Prior of(Value value) {
    return new Prior(value, Bytes.NONE, Optional.empty());
  }
}
