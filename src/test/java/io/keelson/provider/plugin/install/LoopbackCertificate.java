package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// A certificate for `localhost` that nobody else knows.
public final class LoopbackCertificate {
  private static final char[] NO_PASSWORD = {};
  private static final String FILE_PASSWORD = "nothing-secret";

  private final KeyStore keys;
  private final KeyStore known;

  public LoopbackCertificate() {
    try {
      var pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
      var certificate = certificate(pair);
      keys = empty();
      keys.setKeyEntry(
          "server", pair.getPrivate(), NO_PASSWORD, new X509Certificate[] {certificate});
      known = empty();
      known.setCertificateEntry("server", certificate);
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static X509Certificate certificate(KeyPair pair)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    var name = new X500Name("CN=localhost");
    var builder =
        new JcaX509v3CertificateBuilder(
                name,
                BigInteger.ONE,
                Date.from(Instant.now().minus(Duration.ofDays(1))),
                Date.from(Instant.now().plus(Duration.ofDays(1))),
                name,
                pair.getPublic())
            .addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  /// For who has the certificate.
  SSLContext server() {
    try {
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, NO_PASSWORD);
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Writes what makes another JVM believe it, and nobody else.
  ///
  /// @return its options
  public String trustedBy(Path file) {
    try (var out = Files.newOutputStream(file)) {
      known.store(out, FILE_PASSWORD.toCharArray());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
    return "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
        .formatted(file, FILE_PASSWORD);
  }

  /// For who believes it.
  public SSLContext client() {
    try {
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(known);
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
