package io.keelson.provider.plugin.process;

import io.keelson.provider.plugin.rpc.Protocol;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The whole environment of a provider process: nothing of the host's own gets there.
final class Environment {
  private static final String COOKIE =
      "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

  /// Traces of every call hold all values. A declared variable of the same name wins.
  private static final Map<String, String> QUIET =
      Map.of("TF_LOG_SDK", "ERROR", "TF_LOG_SDK_PROTO", "ERROR", "TF_LOG_PROVIDER", "WARN");

  private Environment() {}

  /// @param directory private to this process: for its socket, and for what it writes elsewhere
  static SortedMap<String, String> of(Launch launch, Path directory, HostIdentity host) {
    var all = new TreeMap<>(QUIET);
    launch.memory().ifPresent(bytes -> all.put("GOMEMLIMIT", bytes + "B"));
    all.put("TMPDIR", directory.toString());
    all.put("HOME", directory.toString());
    launch
        .environment()
        .forEach((name, value) -> {
          if (!isOurs(name)) all.put(name, value);
        });
    all.put("TF_PLUGIN_MAGIC_COOKIE", COOKIE);
    all.put("PLUGIN_PROTOCOL_VERSIONS", Protocol.offered());
    all.put("PLUGIN_UNIX_SOCKET_DIR", directory.toString());
    all.put("PLUGIN_CLIENT_CERT", host.pem());
    return all;
  }

  /// Whether a variable would break the handshake.
  private static boolean isOurs(String name) {
    return name.startsWith("PLUGIN_")
        || name.equals("TF_PLUGIN_MAGIC_COOKIE")
        || name.equals("TF_REATTACH_PROVIDERS");
  }
}
