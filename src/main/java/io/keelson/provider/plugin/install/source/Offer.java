package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.version.Version;
import java.util.List;
import java.util.Set;

/// A version that a source has.
///
/// @param protocols the plugin protocols it speaks, such as `5.0`; empty if the source does not say
/// @param platforms what it is built for; empty if the source does not say
public record Offer(Version version, List<String> protocols, Set<Platform> platforms) {
  public Offer {
    protocols = List.copyOf(protocols);
    platforms = Set.copyOf(platforms);
  }
}
