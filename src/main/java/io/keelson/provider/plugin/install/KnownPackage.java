package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.release.Verified;
import io.keelson.version.Version;
import java.nio.file.Path;
import java.util.List;

/// What the cache remembers of a package.
///
/// @param hashes of the package; one of them is over its files
record KnownPackage(
    SourceAddress address,
    Version version,
    Platform platform,
    List<PackageHash> hashes,
    Verified verified,
    String source) {
  PackageHash content() {
    return InstalledProvider.content(hashes);
  }

  InstalledProvider at(Path program) {
    return new InstalledProvider(address, version, platform, program, hashes, verified, source);
  }
}
