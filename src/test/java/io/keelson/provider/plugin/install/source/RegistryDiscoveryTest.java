package io.keelson.provider.plugin.install.source;

import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.BoxRegistry;
import io.keelson.provider.plugin.install.LoopbackCertificate;
import io.keelson.provider.plugin.install.LoopbackServer;
import io.keelson.provider.plugin.install.Packages;
import io.keelson.provider.plugin.install.Publisher;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.SourceAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Finds out from a host where its registry is, over an encrypted connection.
final class RegistryDiscoveryTest {
  private static final LoopbackCertificate CERTIFICATE = new LoopbackCertificate();
  private static final String DISCOVERY = ".well-known/terraform.json";

  private final LoopbackServer server = new LoopbackServer(CERTIFICATE);
  private final Http http = new Http(LoopbackServer.HASTY, Credentials.NONE, CERTIFICATE.client());
  private final ProviderRegistry registry = new ProviderRegistry(http);
  private final SourceAddress box = SourceAddress.parse("localhost:" + server.port() + "/acme/box");

  @TempDir Path folder;

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void registry_isWhereItsHostSays() throws InstallException {
    var archive = Packages.archive("1.2.0");
    new BoxRegistry(server, Publisher.create()).release("1.2.0", archive);
    server
        .on(DISCOVERY, LoopbackServer.redirect(URI.create("/about/services.json")))
        .json(
            "about/services.json",
            "{\"modules.v1\": \"x\", \"providers.v1\": \"../v1/providers\"}");

    assertThat(registry.offers(box)).extracting(Offer::version).containsExactly(version("1.2.0"));
    assertThat(
            ((FetchedPackage.Archive) registry.fetch(box, version("1.2.0"), LINUX, folder)).file())
        .hasBinaryContent(archive);
  }

  @Test
  void hostWithoutRegistry_hasNoProviders() throws InstallException {
    assertThat(registry.offers(box)).isEmpty();

    server.json(DISCOVERY, "{\"modules.v1\": \"/modules/\"}");
    assertThat(registry.offers(box)).isEmpty();
    assertThat(
            Objects.requireNonNull(
                    catchThrowableOfType(
                        InstallException.class,
                        () -> registry.fetch(box, version("1.2.0"), LINUX, folder)))
                .problem()
                .why())
        .isEqualTo("localhost:" + server.port() + " has no registry of providers");
  }

  @Test
  void discoveryThatIsNone_isTold() {
    server.on(DISCOVERY, LoopbackServer.body("text/html", new byte[] {'<'}));
    assertThat(problem().kind()).isEqualTo(Kind.SOURCE_ANSWER);

    server.json(DISCOVERY, " ".repeat((1 << 20) + 1));
    assertThat(problem().why()).endsWith("the answer is longer than 1048576 bytes");

    server.on(DISCOVERY, LoopbackServer.redirect(URI.create("/" + DISCOVERY)));
    assertThat(problem().why()).endsWith("redirects more than 3 times");

    server.json(DISCOVERY, "{\"providers.v1\": \"http://example.com/v1/\"}");
    assertThat(problem().kind()).isEqualTo(Kind.INSECURE_SOURCE);
  }

  @Test
  void certificateThatNobodyKnows_isNotBelieved() {
    try (var stranger = new Http(LoopbackServer.HASTY, Credentials.NONE)) {
      var problem =
          Objects.requireNonNull(
                  catchThrowableOfType(
                      InstallException.class, () -> new ProviderRegistry(stranger).offers(box)))
              .problem();

      assertThat(problem.kind()).isEqualTo(Kind.INSECURE_SOURCE);
      assertThat(problem.why()).contains("its certificate is not trusted");
    }
  }

  private InstallProblem problem() {
    return Objects.requireNonNull(
            catchThrowableOfType(InstallException.class, () -> registry.offers(box)))
        .problem();
  }
}
