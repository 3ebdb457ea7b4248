package io.keelson.provider.plugin.install.source;

import java.util.Map;
import java.util.Optional;

/// Tokens for hosts that demand them.
///
/// @param tokens by host, with `:port` if it is not 443; secret
public record Credentials(Map<String, String> tokens) {
  public static final Credentials NONE = new Credentials(Map.of());

  public Credentials {
    tokens = Map.copyOf(tokens);
  }

  Optional<String> of(String host) {
    return Optional.ofNullable(tokens.get(host));
  }

  /// Names the hosts only.
  @Override
  public String toString() {
    return "Credentials" + tokens.keySet();
  }
}
