package io.keelson.provider.plugin.install;

import static io.keelson.provider.plugin.install.BoxSources.checksums;
import static io.keelson.provider.plugin.install.BoxSources.installed;
import static io.keelson.provider.plugin.install.BoxSources.request;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.InstallRequest.Expected;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.source.Credentials;
import io.keelson.provider.plugin.install.source.Http;
import io.keelson.provider.plugin.install.source.PulumiPluginServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives of Pulumi's plugins from a server, which says nothing of them.
final class PulumiPluginServerTest {
  private static final String NAME = "pulumi-resource-box-v1.2.0-linux-amd64.tar.gz";
  private static final byte[] ARCHIVE =
      Tar.gzipped(Map.of("pulumi-resource-box", "I am box 1.2.0", "LICENSE", "do as you like"));
  private static final String HASH = Packages.hash(ARCHIVE).toString();

  private final BoxSources sources;
  private final Http http;
  private final ConfiguredSource server;

  PulumiPluginServerTest(@TempDir Path root) throws InstallException, IOException {
    sources = new BoxSources(root);
    http = new Http(LoopbackServer.HASTY, new Credentials(Map.of(sources.server.host(), "t0ken")));
    server =
        ConfiguredSource.forAll(
            new PulumiPluginServer(http, sources.server.at("plugins"), version("1.2.0")));
  }

  @AfterEach
  void close() {
    http.close();
    sources.close();
  }

  @Test
  void archive_isInstalledByItsChecksum() throws IOException {
    sources.server.bytes("plugins/" + NAME, ARCHIVE);

    var provider = installed(sources.install(request("1.2.0", checksums(HASH)), server));

    assertThat(provider.program())
        .hasFileName("pulumi-resource-box")
        .hasContent("I am box 1.2.0")
        .isExecutable();
    assertThat(provider.hashes())
        .containsExactly(
            PackageHash.ofFolder(provider.program().resolve("..").normalize()),
            Packages.hash(ARCHIVE));
    assertThat(provider.verified()).hasToString("declared checksum " + HASH);
    assertThat(sources.server.requests()).containsExactly("/plugins/" + NAME);
    assertThat(sources.server.lastHeaders().getFirst("Authorization")).isEqualTo("Bearer t0ken");
    assertThat(sources.leftovers()).isEmpty();
  }

  @Test
  void otherArchive_isRefusedBeforeItIsUnpacked() throws IOException {
    sources.server.bytes("plugins/" + NAME, new Tar().link('2', "a", "/etc").gzipped());

    var problem = sources.problem(request("1.2.0", checksums(HASH)), server);

    assertThat(problem.kind()).isEqualTo(Kind.CHECKSUM_MISMATCH);
    assertThat(problem.why()).startsWith("it is not what the declared checksum says: it has zh:");
    assertThat(sources.leftovers()).isEmpty();
  }

  @Test
  void archiveOfWhichNothingIsKnown_isRefused() {
    sources.server.bytes("plugins/" + NAME, ARCHIVE);

    for (var each : List.of(Expected.NOTHING, checksums("h9:unknown"))) {
      var problem = sources.problem(request("1.2.0", each), server);
      assertThat(problem.kind()).isEqualTo(Kind.SIGNATURE_MISSING);
      assertThat(problem.remedy()).startsWith("Declare its checksum");
    }
  }

  @Test
  void missingArchive_isTold() {
    assertThat(sources.problem(request("1.2.0", checksums(HASH)), server))
        .isEqualTo(
            new InstallProblem(
                Kind.SOURCE_ANSWER,
                "the server " + sources.server.at("plugins/") + " cannot be used",
                "there is nothing at " + sources.server.at("plugins/" + NAME),
                "See whether the address, the name and the version are right, and whether this"
                    + " version is built for linux_amd64."));
  }

  @Test
  void otherVersion_isNotThere() {
    assertThat(sources.problem(request("1.3.0", checksums(HASH)), server).kind())
        .isEqualTo(Kind.NO_MATCHING_VERSION);
    assertThat(sources.server.requests()).isEmpty();
  }

  /// The redirect of a release page leads to another host, which must not learn the token.
  @Test
  void redirect_isFollowedWithoutTheToken() {
    try (var other = new LoopbackServer()) {
      other.bytes("blob", ARCHIVE);
      sources.server.on("plugins/" + NAME, LoopbackServer.redirect(other.at("blob")));

      installed(sources.install(request("1.2.0", checksums(HASH)), server));

      assertThat(other.requests()).containsExactly("/blob");
      assertThat(other.lastHeaders().getFirst("Authorization")).isNull();
    }
  }

  @Test
  void downloadThatBreaksOff_isTriedAgain() {
    sources.server.on(
        "plugins/" + NAME,
        LoopbackServer.oneAfterTheOther(
            LoopbackServer.truncated(ARCHIVE), LoopbackServer.body("application/gzip", ARCHIVE)));

    installed(sources.install(request("1.2.0", checksums(HASH)), server));

    assertThat(sources.server.requests()).hasSize(2);
  }
}
