package io.keelson.cli.provider;

import io.keelson.operator.provider.ProviderInstaller.Facts;
import io.keelson.provider.plugin.install.InstalledProvider;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Verified;
import java.util.List;

/// What the status of a Provider says of what was installed.
final class ProviderFacts {
  private ProviderFacts() {}

  static Facts of(InstalledProvider installed, OfferedProgram program, List<String> warnings) {
    return new Facts(
        installed.address().toString(),
        installed.version().toString(),
        installed.platform().toString(),
        installed.hashes().stream().map(PackageHash::toString).toList(),
        word(installed.verified()),
        installed.verified().equals(Verified.NOTHING)
            ? "with nothing to verify it by: spec.checksums or spec.signingKeys would be"
            : "verified: " + installed.verified(),
        installed.source(),
        program.protocolVersion(),
        program.types(),
        warnings);
  }

  private static String word(Verified verified) {
    if (verified.signature().isPresent()) return "Signature";
    return verified.declared().isPresent() || verified.published().isPresent()
        ? "Checksum"
        : "Nothing";
  }
}
