package io.keelson.provider.plugin.wire;

import com.google.protobuf.ByteString;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Type;
import io.keelson.json.ExactJson;
import io.keelson.json.TypeJson;
import java.io.IOException;

/// Types as schemas and values carry them: JSON.
public final class WireTypes {
  private WireTypes() {}

  /// @throws MalformedValue if the bytes are not the description of a type
  public static Type read(ByteString json) throws MalformedValue {
    return read(json.toByteArray(), AttributePath.ROOT);
  }

  static Type read(byte[] json, AttributePath path) throws MalformedValue {
    try {
      return TypeJson.read(ExactJson.JSON.readTree(json));
    } catch (IOException | IllegalArgumentException e) {
      throw new MalformedValue(path, "its type is not the description of one");
    }
  }
}
