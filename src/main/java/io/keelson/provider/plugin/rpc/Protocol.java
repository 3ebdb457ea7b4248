package io.keelson.provider.plugin.rpc;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The majors of the plugin protocol that this host speaks.
public enum Protocol {
  V5(5),
  V6(6);

  private final int major;

  Protocol(int major) {
    this.major = major;
  }

  public int major() {
    return major;
  }

  /// The protocol with this major, or empty if this host does not speak it.
  public static Optional<Protocol> of(int major) {
    return Arrays.stream(values()).filter(each -> each.major == major).findFirst();
  }

  /// The majors as a provider is told them: `5,6`.
  public static String offered() {
    return Arrays.stream(values())
        .map(each -> Integer.toString(each.major))
        .collect(Collectors.joining(","));
  }

  /// The full name of the provider's service.
  String service() {
    return "tfplugin" + major + ".Provider";
  }
}
