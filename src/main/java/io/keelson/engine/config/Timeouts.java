package io.keelson.engine.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// For how long the calls of a provider about one object may take, where that is less than the
/// provider may take for any call.
///
/// @rule R-PUL-40
public record Timeouts(
    Optional<Duration> create,
    Optional<Duration> update,
    Optional<Duration> delete,
    Optional<Duration> read) {
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /// Of objects with which a provider may take as long as with any other.
  public static final Timeouts NONE =
      new Timeouts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /// Those that are declared, by the name of their operation.
  public Map<String, Duration> declared() {
    var declared = new TreeMap<String, Duration>();
    create.ifPresent(each -> declared.put("create", each));
    update.ifPresent(each -> declared.put("update", each));
    delete.ifPresent(each -> declared.put("delete", each));
    read.ifPresent(each -> declared.put("read", each));
    return declared;
  }
}
