package io.keelson.cli.provider;

import io.keelson.operator.api.provider.Provider;
import io.keelson.provider.plugin.install.InstallRequest;
import io.keelson.provider.plugin.install.InstalledProvider;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SigningKeys;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import io.keelson.version.VersionConstraint;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is to be installed for a Provider.
final class ProviderRequest {
  private ProviderRequest() {}

  /// What the manifest says.
  ///
  /// @throws IllegalArgumentException if something in the manifest cannot be read
  static InstallRequest of(Provider provider) throws InstallException {
    var spec = provider.getSpec();
    if (spec.protocol == null)
      throw new IllegalArgumentException(
          "spec.protocol is a word that this version of the operator does not know; it knows"
              + " Terraform and Pulumi: update the operator, or write one of these");
    var address = SourceAddress.parse(spec.source);
    return new InstallRequest(
        address,
        VersionConstraint.parse(spec.version == null ? "" : spec.version),
        Platform.current(),
        new InstallRequest.Expected(
            hashes(spec.checksums),
            spec.signingKeys == null ? SigningKeys.NONE : SigningKeys.declared(spec.signingKeys)),
        lock(provider));
  }

  /// The same version with the same content.
  static InstallRequest again(Provider provider, InstalledProvider installed)
      throws InstallException {
    var before = of(provider);
    return new InstallRequest(
        before.address(),
        before.constraint(),
        before.platform(),
        before.expected(),
        Optional.of(new InstallRequest.Lock(installed.version(), installed.hashes())));
  }

  private static List<PackageHash> hashes(@Nullable List<String> texts) {
    return texts == null
        ? List.of()
        : texts.stream().flatMap(each -> PackageHash.parse(each).stream()).toList();
  }

  /// What was installed before stays, and so does its content.
  private static Optional<InstallRequest.Lock> lock(Provider provider) {
    var status = provider.getStatus();
    if (status == null || status.installed == null || status.installed.version == null)
      return Optional.empty();
    return Optional.of(
        new InstallRequest.Lock(
            Version.parse(status.installed.version), hashes(status.installed.checksums)));
  }
}
