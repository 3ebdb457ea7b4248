package io.keelson.provider.plugin.process;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Who the host is to one provider process: a key and a certificate, made for that process and
/// never stored.
record HostIdentity(PrivateKey key, X509Certificate certificate) {
  private static final X500Name NAME = new X500Name("CN=localhost,O=Keelson");

  /// @throws IllegalStateException if this JDK lacks the algorithms
  static HostIdentity make(SecureRandom random, Instant now) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), random);
      var keys = generator.generateKeyPair();
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
      var certificate = described(keys, new BigInteger(127, random), now).build(signer);
      return new HostIdentity(
          keys.getPrivate(), new JcaX509CertificateConverter().getCertificate(certificate));
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException("the host cannot make a certificate for a provider", e);
    }
  }

  private static X509v3CertificateBuilder described(KeyPair keys, BigInteger serial, Instant now)
      throws CertIOException {
    return new JcaX509v3CertificateBuilder(
            NAME,
            serial,
            Date.from(now.minusSeconds(30)),
            Date.from(now.plus(3_650, ChronoUnit.DAYS)),
            NAME,
            keys.getPublic())
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
        .addExtension(
            Extension.keyUsage,
            true,
            new KeyUsage(
                KeyUsage.digitalSignature
                    | KeyUsage.keyEncipherment
                    | KeyUsage.keyAgreement
                    | KeyUsage.keyCertSign))
        .addExtension(
            Extension.extendedKeyUsage,
            false,
            new ExtendedKeyUsage(
                new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth}))
        .addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
  }

  /// The certificate as the environment of the provider carries it.
  String pem() {
    try {
      var encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
      return "-----BEGIN CERTIFICATE-----\n"
          + encoder.encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate made here cannot be written", e);
    }
  }
}
