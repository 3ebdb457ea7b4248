package io.keelson.engine.address;

import java.util.List;

/// The name of one resource instance: `server.web`, `server.web[0]` or `server.web["eu"]`.
public record InstanceAddress(ResourceAddress resource, InstanceKey key)
    implements Comparable<InstanceAddress> {

  /// Reads an address with or without a key.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static InstanceAddress parse(String text) {
    int bracket = text.indexOf('[');
    String resource = bracket < 0 ? text : text.substring(0, bracket);
    var mode = mode(resource);
    String[] parts = resource.substring(mode.prefix().length()).split("\\.", -1);
    if (parts.length != 2)
      throw new IllegalArgumentException(
          "'" + text + "' is not an address; write type.name, type.name[0] or type.name[\"key\"]");
    var address = new ResourceAddress(mode, parts[0], parts[1]);
    return address.instance(bracket < 0 ? new InstanceKey.None() : key(text, bracket));
  }

  private static ResourceAddress.Mode mode(String resource) {
    for (var mode : List.of(ResourceAddress.Mode.DATA, ResourceAddress.Mode.EPHEMERAL))
      if (resource.startsWith(mode.prefix())) return mode;
    return ResourceAddress.Mode.MANAGED;
  }

  private static InstanceKey key(String text, int bracket) {
    if (text.startsWith("[\"", bracket)) {
      var key = QuotedText.unquote(text, bracket + 1);
      if (key.end() == text.length() - 1 && text.endsWith("]"))
        return new InstanceKey.Key(key.text());
    } else if (text.substring(bracket).matches("\\[(0|[1-9][0-9]{0,9})]")) {
      long index = Long.parseLong(text.substring(bracket + 1, text.length() - 1));
      if (index <= Integer.MAX_VALUE) return new InstanceKey.Index((int) index);
    }
    throw new IllegalArgumentException(
        "'" + text + "' has no valid instance key; write [0] or [\"key\"]");
  }

  @Override
  public int compareTo(InstanceAddress other) {
    int byResource = resource.compareTo(other.resource);
    return byResource != 0 ? byResource : key.compareTo(other.key);
  }

  @Override
  public String toString() {
    return resource.toString() + key;
  }
}
