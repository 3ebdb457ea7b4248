package io.keelson.engine.state;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;

/// Writes values as JSON for the state, and reads them back. Implemented outside the engine.
///
/// Dynamic parts are written as `{"value": …, "type": …}` as Terraform does, so that every value
/// comes back exactly: `decode(encode(v, t), t)` equals `v` for each wholly known, unmarked `v` of
/// type `t`.
public interface StateCodec {
  /// @param value wholly known and unmarked
  /// @throws IllegalArgumentException if the value does not fit the type, or is not wholly known
  Bytes encode(Value value, Type type);

  /// Attributes the type does not have are left out; attributes the JSON does not have are null.
  ///
  /// @throws MalformedState if the JSON does not fit the type
  Value decode(Bytes json, Type type) throws MalformedState;

  /// Stored JSON that does not fit its type.
  final class MalformedState extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient AttributePath path;

    public MalformedState(AttributePath path, String message) {
      super(message);
      this.path = path;
    }

    public AttributePath path() {
      return path;
    }
  }
}
