package io.keelson.provider.plugin.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// How a provider is started.
///
/// @param name what it is called in messages, such as `hashicorp/time 0.14.2`
/// @param binary an executable file, whose bytes were verified
/// @param environment all that it finds there beside what the protocol needs
/// @param secrets the names of those variables whose values are never shown
/// @param patience how long it may take to get ready, and then to give its schemas
/// @param longestCall how long it may work on one call
/// @param memory in bytes, what its garbage collector tries to stay below; empty for no such limit
public record Launch(
    String name,
    Path binary,
    SortedMap<String, String> environment,
    SortedSet<String> secrets,
    Duration patience,
    Duration longestCall,
    OptionalLong memory) {

  public Launch {
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    secrets = Collections.unmodifiableSortedSet(new TreeSet<>(secrets));
  }

  /// The same, and the process may have more garbage: collecting it takes a third of the time of a
  /// small provider. A declared `GOGC` wins.
  public Launch roomy() {
    var roomy = new TreeMap<>(environment);
    roomy.putIfAbsent("GOGC", "300");
    return new Launch(name, binary, roomy, secrets, patience, longestCall, memory);
  }

  /// Nothing of the environment.
  @Override
  public String toString() {
    return name;
  }

  /// The values of the secret variables.
  public List<String> secretTexts() {
    return secrets.stream().filter(environment::containsKey).map(environment::get).toList();
  }

  /// A provider with nothing in its environment, as much time to start as Terraform gives it, and
  /// no limit of memory.
  public Launch(String name, Path binary) {
    this(
        name,
        binary,
        new TreeMap<>(),
        new TreeSet<>(),
        Duration.ofSeconds(60),
        Duration.ofHours(4),
        OptionalLong.empty());
  }
}
