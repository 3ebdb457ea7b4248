package io.keelson.provider.plugin.process;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The whole environment of a provider process: nothing of the host's own gets there.
final class Environment {
  /// Traces of every call hold all values. A declared variable of the same name wins.
  private static final Map<String, String> QUIET =
      Map.of("TF_LOG_SDK", "ERROR", "TF_LOG_SDK_PROTO", "ERROR", "TF_LOG_PROVIDER", "WARN");

  private Environment() {}

  /// @param directory private to this process: for its socket, and for what it writes elsewhere
  static SortedMap<String, String> of(Launch launch, Path directory, Greeting<?> greeting) {
    var all = new TreeMap<>(QUIET);
    launch.memory().ifPresent(bytes -> all.put("GOMEMLIMIT", bytes + "B"));
    all.put("TMPDIR", directory.toString());
    all.put("HOME", directory.toString());
    launch
        .environment()
        .forEach((name, value) -> {
          if (!greeting.owns(name)) all.put(name, value);
        });
    all.putAll(greeting.environment(directory));
    return all;
  }
}
