package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.release.Verified;
import io.keelson.version.Version;
import java.nio.file.Path;
import java.util.List;

/// A provider that can be started.
///
/// @param program the executable, read-only
/// @param hashes of the package it belongs to: always the one over its files, and the one over the
///   archive if it came as one
/// @param verified what these were compared with
/// @param source where it came from, for messages
public record InstalledProvider(
    SourceAddress address,
    Version version,
    Platform platform,
    Path program,
    List<PackageHash> hashes,
    Verified verified,
    String source) {
  public InstalledProvider {
    hashes = List.copyOf(hashes);
  }

  /// The hash over its files, which can be computed again at any time.
  public PackageHash content() {
    return content(hashes);
  }

  static PackageHash content(List<PackageHash> hashes) {
    return hashes.stream()
        .filter(each -> each.scheme() == PackageHash.Scheme.H1)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no hash over the files"));
  }

  InstalledProvider with(Verified other) {
    return new InstalledProvider(address, version, platform, program, hashes, other, source);
  }

  @Override
  public String toString() {
    return address + " " + version;
  }
}
