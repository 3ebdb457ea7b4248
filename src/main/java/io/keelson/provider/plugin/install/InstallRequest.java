package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SigningKeys;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import io.keelson.version.VersionConstraint;
import java.util.List;
import java.util.Optional;

/// What is to be installed.
///
/// @param expected what the user declares about the package
/// @param lock what was installed for this request before
public record InstallRequest(
    SourceAddress address,
    VersionConstraint constraint,
    Platform platform,
    Expected expected,
    Optional<Lock> lock) {

  /// What a user declares. Each kind that is declared has to hold.
  ///
  /// @param checksums of packages for any platform; one of them has to fit
  /// @param keys one of them has to have signed; [SigningKeys#NONE] leaves it to the source to name
  ///   keys
  public record Expected(List<PackageHash> checksums, SigningKeys keys) {
    public static final Expected NOTHING = new Expected(List.of(), SigningKeys.NONE);

    public Expected {
      checksums = List.copyOf(checksums);
    }
  }

  /// A choice that was made before. It stays while the constraint allows it, so that a newer
  /// release changes nothing by itself, and so does its content.
  ///
  /// @param hashes one of them has to fit; none if there are none
  public record Lock(Version version, List<PackageHash> hashes) {
    public Lock {
      hashes = List.copyOf(hashes);
    }
  }

  /// The version, if only one can be meant.
  Optional<Version> fixed() {
    return lock.map(Lock::version).filter(constraint::allows).or(constraint::only);
  }

  /// What the package of this version had when it was installed before.
  List<PackageHash> locked(Version version) {
    return lock.filter(each -> each.version().equals(version)).map(Lock::hashes).orElse(List.of());
  }
}
