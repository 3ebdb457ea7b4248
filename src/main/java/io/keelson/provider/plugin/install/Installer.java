package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.InstallException;
import java.util.List;
import java.util.Set;

/// Installs providers from the sources it was given, in their order.
///
/// Calls are synchronous, may take minutes, and may come from many threads and processes at once. A
/// call whose answer is in the cache reads the whole package, and asks no source if the version is
/// locked or the only one the constraint allows.
public final class Installer {
  private final List<ConfiguredSource> sources;
  private final PackageCache cache;
  private final Set<Integer> protocols;

  /// @param protocols the major versions of the plugin protocol that can be spoken
  public Installer(List<ConfiguredSource> sources, PackageCache cache, Set<Integer> protocols) {
    this.sources = List.copyOf(sources);
    this.cache = cache;
    this.protocols = Set.copyOf(protocols);
  }

  /// Finds the version that is wanted, gets it from the first source that has it, verifies it and
  /// keeps it; or takes what was kept before.
  ///
  /// The version is the locked one while the constraint allows it, else the newest that is allowed.
  /// If a source that is asked cannot answer, nobody knows which is the newest: then the newest one
  /// kept before is used, with a warning, or none.
  public InstallOutcome install(InstallRequest request) {
    try {
      return new Installation(request, sources, cache, protocols).carryOut();
    } catch (InstallException e) {
      return new InstallOutcome.Failed(List.of(e.problem()));
    }
  }
}
