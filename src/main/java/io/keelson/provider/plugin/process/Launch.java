package io.keelson.provider.plugin.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// How a provider is started.
///
/// @param name what it is called in messages, such as `hashicorp/time 0.14.2`
/// @param binary an executable file, whose bytes were verified
/// @param environment all that it finds there beside what the protocol needs
/// @param patience how long it may take to get ready, and then to give its schemas
/// @param memory in bytes, what its garbage collector tries to stay below; empty for no such limit
public record Launch(
    String name,
    Path binary,
    SortedMap<String, String> environment,
    Duration patience,
    OptionalLong memory) {

  public Launch {
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /// A provider with nothing in its environment, as much time as Terraform gives it, and no limit.
  public Launch(String name, Path binary) {
    this(name, binary, new TreeMap<>(), Duration.ofSeconds(60), OptionalLong.empty());
  }
}
