package io.keelson.engine.scenario;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a scenario names an object: `server.web`, or `server.web (deposed s-0)` by its id.
record ObjectName(InstanceAddress at, Optional<String> deposedId) {
  private static final Pattern FORM = Pattern.compile("(.+?)(?: \\(deposed (.+)\\))?");

  static ObjectName parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) throw new IllegalArgumentException("not an object: " + text);
    return new ObjectName(
        InstanceAddress.parse(matcher.group(1)), Optional.ofNullable(matcher.group(2)));
  }

  /// The key under which an object with this id is deposed before a scenario starts.
  static DeposedKey key(String id) {
    return new DeposedKey(String.format("%08x", id.hashCode()));
  }

  @Override
  public String toString() {
    return at + deposedId.map(id -> " (deposed " + id + ")").orElse("");
  }
}
