package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.SignatureSubpacketTags;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.api.KeyPairGeneratorCallback;
import org.bouncycastle.openpgp.api.OpenPGPApi;
import org.bouncycastle.openpgp.api.OpenPGPKey;
import org.bouncycastle.openpgp.api.SignatureParameters;
import org.bouncycastle.openpgp.api.bc.BcOpenPGPApi;

/// Somebody with an OpenPGP key, who signs.
public final class Publisher {
  private static final OpenPGPApi OPENPGP = new BcOpenPGPApi();

  private final OpenPGPKey key;

  private Publisher(OpenPGPKey key) {
    this.key = key;
  }

  /// With a key that is a year old and does not expire.
  public static Publisher create() {
    return create(Instant.now().minus(Duration.ofDays(365)), Duration.ZERO);
  }

  /// @param valid zero for ever
  public static Publisher create(Instant made, Duration valid) {
    var flags =
        SignatureParameters.Callback.Util.modifyHashedSubpackets(packets -> {
          packets.removePacketsOfType(SignatureSubpacketTags.KEY_FLAGS);
          packets.setKeyFlags(KeyFlags.SIGN_DATA | KeyFlags.CERTIFY_OTHER);
          if (!valid.isZero()) packets.setKeyExpirationTime(valid.toSeconds());
          return packets;
        });
    try {
      return new Publisher(
          OPENPGP
              .generateKey(4, Date.from(made))
              .withPrimaryKey(KeyPairGeneratorCallback.Util.primaryKey(), flags)
              .addUserId("Publisher <security@example.com>")
              .build());
    } catch (PGPException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The same, after declaring the key unusable.
  public Publisher revoked() {
    try {
      return new Publisher(OPENPGP.editKey(key).revokeKey().done());
    } catch (PGPException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The public key.
  public String armored() {
    try {
      return key.toCertificate().toAsciiArmoredString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public String keyId() {
    return String.format(Locale.ROOT, "%016X", key.getPrimaryKey().getKeyIdentifier().getKeyId());
  }

  public byte[] sign(byte[] document) {
    return sign(document, Instant.now().minusSeconds(60));
  }

  /// A detached binary signature that says it was made at some time.
  public byte[] sign(byte[] document, Instant at) {
    try {
      var secret = key.getPrimarySecretKey().unlock((char[]) null);
      var publicKey = secret.getPublicKey().getPGPPublicKey();
      var generator =
          new PGPSignatureGenerator(
              OPENPGP
                  .getImplementation()
                  .pgpContentSignerBuilder(publicKey.getAlgorithm(), HashAlgorithmTags.SHA512),
              publicKey);
      generator.init(PGPSignature.BINARY_DOCUMENT, secret.getKeyPair().getPrivateKey());
      var packets = new PGPSignatureSubpacketGenerator();
      packets.setSignatureCreationTime(true, Date.from(at));
      packets.setIssuerFingerprint(false, publicKey);
      generator.setHashedSubpackets(packets.generate());
      generator.update(document);
      return generator.generate().getEncoded();
    } catch (PGPException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
