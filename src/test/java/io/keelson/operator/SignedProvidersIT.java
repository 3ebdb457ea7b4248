package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.BoxRegistry;
import io.keelson.provider.plugin.install.LoopbackCertificate;
import io.keelson.provider.plugin.install.LoopbackServer;
import io.keelson.provider.plugin.install.Publisher;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Providers of a registry, whose publisher signs them: what is not signed by whom it should be is
/// not installed, and kubectl says why.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
final class SignedProvidersIT {
  private static final String PROVIDER =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAME}
      spec:
        source: example.com/acme/box
        version: VERSION
        sources: [{registry: {url: "https://localhost:PORT/v1/providers/"}}]
      """;

  private static final Publisher PUBLISHER = Publisher.create();
  private static final String FORGED = "1.1.0";
  private static final String GOOD = "1.2.0";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private final LoopbackCertificate certificate = new LoopbackCertificate();
  private final LoopbackServer server = new LoopbackServer(certificate);
  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorProcess operator;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    publish();
    Installation.withAdmission(own);
    operator =
        OperatorProcess.start(
            own,
            folder.resolve("operator.log"),
            Map.of("JAVA_TOOL_OPTIONS", certificate.trustedBy(folder.resolve("trusted.p12"))),
            "--lease-namespace=" + own.name(),
            "--provider-folder=" + folder.resolve("p"));
  }

  @AfterEach
  void stop() {
    operator.close();
    server.close();
    for (String suffix : new String[] {"-forged", "-stranger"})
      ProviderFixture.giveUp(namespace, namespace.name() + suffix);
  }

  /// Two releases of the same program; the signature of one is of something else.
  private void publish() throws IOException {
    var registry = new BoxRegistry(server, PUBLISHER);
    var archive = archive();
    registry.release(FORGED, archive);
    registry.release(GOOD, archive);
    var other = "another list of checksums".getBytes(StandardCharsets.UTF_8);
    server.bytes("files/" + FORGED + "/SHA256SUMS.sig", PUBLISHER.sign(other));
  }

  private static byte[] archive() throws IOException {
    var program = TestProviders.program("keelson.dev/test/keelsontest", "2.0.0");
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.BEST_SPEED);
      zip.putNextEntry(new ZipEntry("terraform-provider-box"));
      Files.copy(program, zip);
      zip.closeEntry();
    }
    return out.toByteArray();
  }

  private String provider(String suffix, String version) {
    return PROVIDER
        .replace("NAME", namespace.name() + suffix)
        .replace("VERSION", version)
        .replace("PORT", Integer.toString(server.port()));
  }

  private void awaitRefused(String provider, String... parts) {
    namespace.eventually(() -> assertThat(kubectl.message(provider)).contains(parts));
    assertThat(kubectl.reason(provider)).isEqualTo("ProviderNotReady");
  }

  @Test
  void packageThatIsNotSignedByItsPublisher_isNotInstalledUntilOneIs() throws IOException {
    var strangers = "  signingKeys:\n    - |\n" + Publisher.create().armored().indent(6);
    kubectl.apply(provider("-forged", FORGED));
    kubectl.apply(provider("-stranger", GOOD) + strangers);
    var forged = "provider " + namespace.name() + "-forged";
    var stranger = "provider " + namespace.name() + "-stranger";

    awaitRefused(forged, "The signature of", PUBLISHER.keyId(), "Do not use this package");
    awaitRefused(stranger, "The signature of", PUBLISHER.keyId(), "none of the declared ones");
    try (var kept = Files.walk(folder.resolve("p"))) {
      assertThat(kept.map(each -> each.getFileName().toString()))
          .noneMatch(name -> name.startsWith("terraform-provider-box"));
    }

    kubectl.merge(forged, "{\"spec\":{\"version\":\"%s\"}}".formatted(GOOD));
    kubectl.merge(stranger, "{\"spec\":{\"signingKeys\":null}}");
    for (String mended : new String[] {forged, stranger}) {
      kubectl.awaitReason(mended, "Installed");
      assertThat(kubectl.get(mended, ".status.installed.verified")).isEqualTo("Signature");
    }
  }
}
