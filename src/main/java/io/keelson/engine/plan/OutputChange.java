package io.keelson.engine.plan;

import io.keelson.engine.value.Value;
import java.util.Optional;

/// What becomes of one output.
///
/// @param before as saved; empty if it is new
/// @param after may be unknown and carry marks; empty if it goes away
/// @rule R-VAL-20
public record OutputChange(Kind kind, Optional<Value> before, Optional<Value> after) {
  public enum Kind {
    NO_OP,
    CREATE,
    UPDATE,
    DELETE
  }
}
