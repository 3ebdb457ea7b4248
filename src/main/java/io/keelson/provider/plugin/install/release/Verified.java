package io.keelson.provider.plugin.install.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is known about the origin of an installed package: what was compared with what.
///
/// @param declared the checksum that the user declared and the package has
/// @param published the checksum that the source told and the package has
/// @param signature who signed the package's checksum
public record Verified(
    Optional<PackageHash> declared, Optional<PackageHash> published, Optional<SignedBy> signature) {

  /// Nothing was compared: the package is trusted because of where it came from.
  public static final Verified NOTHING =
      new Verified(Optional.empty(), Optional.empty(), Optional.empty());

  /// Who signed, with which key.
  ///
  /// @param fingerprint of the certificate, in upper-case hexadecimal
  /// @param keyId the last 16 digits of the fingerprint of the key that signed
  /// @param owner the name in the certificate; may be empty
  /// @param declared whether the user declared the key; otherwise the source named it
  public record SignedBy(String fingerprint, String keyId, String owner, boolean declared) {
    @Override
    public String toString() {
      return "key "
          + keyId
          + (owner.isEmpty() ? "" : " of " + owner)
          + (declared ? ", which was declared" : ", which the source names");
    }
  }

  /// One line for a status: the strongest first.
  @Override
  public String toString() {
    var parts = new ArrayList<String>();
    declared.ifPresent(hash -> parts.add("declared checksum " + hash));
    signature.ifPresent(by -> parts.add("signed by " + by));
    published.ifPresent(hash -> parts.add("checksum of the source " + hash));
    return parts.isEmpty() ? "nothing compared" : String.join("; ", List.copyOf(parts));
  }
}
