package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import java.nio.file.Path;
import java.util.List;

/// Knows which versions of providers there are, and has their packages.
///
/// Calls are synchronous and may come from many threads. A source hands packages over and compares
/// nothing with what a user expects; that is done once, for all sources, after it.
public interface PackageSource {
  /// What it is called in messages, such as `the registry registry.opentofu.org`. Without
  /// credentials.
  String name();

  /// The versions of a provider, in any order; empty if the provider is not known here.
  ///
  /// @throws InstallException if the source cannot tell
  List<Offer> offers(SourceAddress address) throws InstallException;

  /// Gets one of the offered versions.
  ///
  /// @param folder an empty one, which a download may be written to
  /// @throws InstallException if the version is not built for the platform, or the source fails or
  ///   contradicts itself
  FetchedPackage fetch(SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException;
}
