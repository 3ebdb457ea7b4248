package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import java.util.Collection;

/// What is said of a package that a source does not have.
final class MissingPackage {
  private MissingPackage() {}

  /// @param built the platforms it is built for; empty if they are not known
  static InstallException platform(
      String source,
      SourceAddress address,
      Version version,
      Platform platform,
      Collection<String> built) {
    return new InstallException(
        Kind.PLATFORM_NOT_BUILT,
        address + " " + version + " is not built for " + platform,
        built.isEmpty()
            ? source + " has no package for it"
            : source + " has it for " + String.join(", ", built),
        "Allow a version that is built for " + platform + ", or run on nodes of another kind.");
  }

  /// @param place where it should be
  static InstallException listed(
      String source, SourceAddress address, Version version, String place) {
    return new InstallException(
        Kind.SOURCE_ANSWER,
        source + " cannot be used",
        "it lists " + address + " " + version + ", but there is nothing at " + place,
        "Have the source mended, or allow another version.");
  }
}
