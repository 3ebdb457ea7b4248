package io.keelson.provider.plugin.install.release;

import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Verified.SignedBy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.bouncycastle.bcpg.KeyIdentifier;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureException;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.api.OpenPGPApi;
import org.bouncycastle.openpgp.api.OpenPGPCertificate;
import org.bouncycastle.openpgp.api.OpenPGPCertificate.OpenPGPUserId;
import org.bouncycastle.openpgp.api.OpenPGPSignature.OpenPGPDocumentSignature;
import org.bouncycastle.openpgp.api.bc.BcOpenPGPApi;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;

/// OpenPGP keys whose signatures are trusted.
public final class SigningKeys {
  private static final OpenPGPApi OPENPGP = new BcOpenPGPApi();

  /// Nobody.
  public static final SigningKeys NONE = new SigningKeys(List.of(), false);

  private final List<OpenPGPCertificate> certificates;
  private final boolean declared;

  private SigningKeys(List<OpenPGPCertificate> certificates, boolean declared) {
    this.certificates = certificates;
    this.declared = declared;
  }

  /// Keys that a user declared.
  ///
  /// @param armored public keys as `-----BEGIN PGP PUBLIC KEY BLOCK-----` texts
  /// @throws InstallException if one of them cannot be read
  public static SigningKeys declared(List<String> armored) throws InstallException {
    var certificates = new ArrayList<OpenPGPCertificate>();
    for (int at = 0; at < armored.size(); at++) {
      var read = read(armored.get(at));
      if (read.isEmpty())
        throw new InstallException(
            Kind.KEY_UNREADABLE,
            "the declared signing key " + (at + 1) + " cannot be read",
            "it is no armored OpenPGP public key",
            "Give the whole text from '-----BEGIN PGP PUBLIC KEY BLOCK-----' to its end, as 'gpg"
                + " --armor --export' writes it.");
      certificates.addAll(read);
    }
    return new SigningKeys(List.copyOf(certificates), true);
  }

  /// Keys that a source names for its own packages. Those that cannot be read are left out.
  public static SigningKeys named(List<String> armored) {
    return new SigningKeys(armored.stream().flatMap(each -> read(each).stream()).toList(), false);
  }

  private static List<OpenPGPCertificate> read(String armored) {
    try {
      return OPENPGP.readKeyOrCertificate().parseCertificates(armored);
    } catch (IOException | RuntimeException e) {
      // The library throws whatever the damage leads to.
      return List.of();
    }
  }

  public boolean isEmpty() {
    return certificates.isEmpty();
  }

  /// Fingerprints in upper-case hexadecimal.
  public Set<String> fingerprints() {
    return certificates.stream().map(SigningKeys::fingerprint).collect(Collectors.toSet());
  }

  private static String fingerprint(OpenPGPCertificate certificate) {
    return HexFormat.of().withUpperCase().formatHex(certificate.getFingerprint());
  }

  /// Checks a detached signature, binary or armored.
  ///
  /// A signature of a key that has expired since is good: the key was valid when it signed.
  ///
  /// @param document what was signed
  /// @param of what the document is, for messages, such as `the checksums of example.com/a/b 1.0.0`
  /// @throws InstallException if none of these keys made a good signature; the problem says why
  public SignedBy verify(byte[] document, byte[] signature, String of) throws InstallException {
    var refusal = new SignatureRefusal(of, declared);
    try {
      var signatures = signatures(signature);
      if (signatures.isEmpty()) throw refusal.unreadable();
      var made = new ArrayList<OpenPGPDocumentSignature>();
      for (var each : signatures) made.addAll(made(document, each));
      for (var each : made) if (isGood(each)) return by(each);
      throw made.isEmpty()
          ? refusal.notMade(signatures.getFirst(), certificates)
          : refusal.notGood(made.getFirst());
    } catch (IOException | RuntimeException e) {
      // The library throws whatever the damage leads to.
      throw refusal.unreadable();
    }
  }

  private static List<PGPSignature> signatures(byte[] signature) throws IOException {
    var objects =
        new BcPGPObjectFactory(PGPUtil.getDecoderStream(new ByteArrayInputStream(signature)));
    return objects.nextObject() instanceof PGPSignatureList list
        ? StreamSupport.stream(list.spliterator(), false).toList()
        : List.of();
  }

  /// What the keys say about a signature; empty if none of them can have made it.
  private List<OpenPGPDocumentSignature> made(byte[] document, PGPSignature signature)
      throws IOException {
    var check = OPENPGP.verifyDetachedSignature().addSignature(signature);
    certificates.forEach(check::addVerificationCertificate);
    return check.process(new ByteArrayInputStream(document));
  }

  private static boolean isGood(OpenPGPDocumentSignature each) {
    try {
      return each.isTestedCorrect() && each.isValid();
    } catch (PGPSignatureException e) {
      return false;
    }
  }

  private SignedBy by(OpenPGPDocumentSignature good) {
    var certificate = good.getIssuerCertificate();
    var owner =
        certificate.getAllUserIds().stream().map(OpenPGPUserId::getUserId).findFirst().orElse("");
    return new SignedBy(
        fingerprint(certificate), keyId(good.getIssuer().getKeyIdentifier()), owner, declared);
  }

  static String keyId(KeyIdentifier key) {
    return HexFormat.of().withUpperCase().toHexDigits(key.getKeyId());
  }
}
