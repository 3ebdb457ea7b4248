package io.keelson.provider.plugin.install.release;

import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.api.OpenPGPCertificate;
import org.bouncycastle.openpgp.api.OpenPGPSignature.OpenPGPDocumentSignature;

/// Says why a signature is not accepted.
///
/// @param of what was signed
/// @param declared whether the user declared the keys
record SignatureRefusal(String of, boolean declared) {
  private static final String REPORT =
      "Do not use this package; report it to the provider's publisher and to whoever runs the"
          + " source.";

  InstallException unreadable() {
    return refusal(
        Kind.SIGNATURE_INVALID, "cannot be read", "it is no detached OpenPGP signature", REPORT);
  }

  /// None of the keys made it.
  InstallException notMade(PGPSignature signature, List<OpenPGPCertificate> keys) {
    var issuer = signature.getKeyIdentifiers().stream().findFirst();
    var known =
        issuer.stream().anyMatch(id -> keys.stream().anyMatch(key -> key.getKey(id) != null));
    if (known)
      return refusal(
          Kind.SIGNATURE_INVALID,
          "cannot be trusted",
          "it is dated "
              + signature.getCreationTime().toInstant()
              + ", which is before its key was made or in the future",
          "If the clock of this machine is right, do not use this package.");
    var key = issuer.map(id -> "key " + SigningKeys.keyId(id)).orElse("a key it does not name");
    return refusal(
        Kind.KEY_UNKNOWN,
        "is not made by a trusted key",
        key
            + " made it, which "
            + (declared ? "is none of the declared ones" : "the source does not name"),
        declared
            ? "Declare that key if its owner vouches for it; otherwise do not use this package."
            : REPORT);
  }

  /// One of the keys is named as its maker.
  InstallException notGood(OpenPGPDocumentSignature signature) {
    var key = "key " + SigningKeys.keyId(signature.getIssuer().getKeyIdentifier());
    if (!signature.isTestedCorrect())
      return refusal(
          Kind.SIGNATURE_INVALID,
          "does not fit",
          "what " + key + " signed is another document than the one received",
          REPORT);
    if (signature.getIssuerCertificate().getRevocation() != null)
      return refusal(
          Kind.KEY_REVOKED,
          "cannot be trusted",
          "the owner of " + key + " has declared it unusable",
          "Use a version that is signed with another key.");
    if (isExpired(signature))
      return refusal(
          Kind.KEY_EXPIRED,
          "cannot be trusted",
          key + " had expired when it signed on " + signature.getCreationTime().toInstant(),
          "Ask for a newer copy of the key, or use a version that was signed in time.");
    return refusal(
        Kind.SIGNATURE_INVALID,
        "cannot be trusted",
        key + " may not sign documents, or uses an algorithm that is too weak",
        "Use a version that is signed with another key.");
  }

  private static boolean isExpired(OpenPGPDocumentSignature signature) {
    var key = signature.getIssuerCertificate().getPrimaryKey().getPGPPublicKey();
    var sub = signature.getIssuer().getPGPPublicKey();
    return List.of(key, sub).stream()
        .filter(each -> each.getValidSeconds() > 0)
        .map(each -> each.getCreationTime().toInstant().plusSeconds(each.getValidSeconds()))
        .anyMatch(end -> end.isBefore(made(signature)));
  }

  private static Instant made(OpenPGPDocumentSignature signature) {
    return signature.getCreationTime().toInstant();
  }

  private InstallException refusal(Kind kind, String what, String why, String remedy) {
    return new InstallException(kind, "the signature of " + of + " " + what, why, remedy);
  }
}
