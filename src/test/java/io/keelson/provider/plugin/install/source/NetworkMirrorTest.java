package io.keelson.provider.plugin.install.source;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.LoopbackServer;
import io.keelson.provider.plugin.install.Packages;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NetworkMirrorTest {
  private static final String PLACE = "mirror/example.com/acme/box/";

  private final LoopbackServer server = new LoopbackServer();
  private final Http http = server.client();
  private final NetworkMirror mirror = new NetworkMirror(http, server.at("mirror"));

  @TempDir Path folder;

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void versions_areTheKeysThatAreVersions() throws InstallException {
    server.json(
        PLACE + "index.json", "{\"versions\":{\"1.2.0\":{},\"latest\":{},\"1.3.0-rc1\":{}}}");

    assertThat(mirror.offers(BOX))
        .extracting(each -> each.version().toString())
        .containsExactlyInAnyOrder("1.2.0", "1.3.0-rc1");
    assertThat(server.requests()).containsExactly("/" + PLACE + "index.json");
  }

  @Test
  void unknownProvider_hasNoVersions() throws InstallException {
    assertThat(mirror.offers(BOX)).isEmpty();
  }

  @Test
  void archive_isRelativeToItsDocument() throws InstallException {
    var archive = Packages.archive("1.2.0");
    server
        .on(PLACE + "1.2.0.json", LoopbackServer.redirect(URI.create("/elsewhere/box.json")))
        .json(
            "elsewhere/box.json",
            "{\"archives\":{\"linux_amd64\":{\"url\":\"files/box.zip\",\"hashes\":[\"%s\",\"h9:x\"]}}}"
                .formatted(Packages.hash(archive)))
        .bytes("elsewhere/files/box.zip", archive);

    var fetched = mirror.fetch(BOX, version("1.2.0"), LINUX, folder);

    assertThat(fetched)
        .isInstanceOfSatisfying(
            FetchedPackage.Archive.class,
            it -> {
              assertThat(it.file()).hasBinaryContent(archive);
              assertThat(it.published()).containsExactly(Packages.hash(archive));
            });
  }

  @Test
  void otherPlatforms_areNamed() {
    server.json(
        PLACE + "1.2.0.json", "{\"archives\":{\"darwin_arm64\":{\"url\":\"a\"},\"linux_arm\":{}}}");

    var problem = problem();

    assertThat(problem.kind()).isEqualTo(Kind.PLATFORM_NOT_BUILT);
    assertThat(problem.toString())
        .isEqualTo(
            "example.com/acme/box 1.2.0 is not built for linux_amd64: the mirror "
                + server.at("mirror/")
                + " has it for darwin_arm64, linux_arm. Allow a version that is built for"
                + " linux_amd64, or run on nodes of another kind.");
  }

  @Test
  void listedVersionThatIsNotThere_isTheMirrorsFault() {
    assertThat(problem().kind()).isEqualTo(Kind.SOURCE_ANSWER);

    server.json(PLACE + "1.2.0.json", "{\"archives\":{\"linux_amd64\":{\"url\":\"gone.zip\"}}}");
    assertThat(problem().kind()).isEqualTo(Kind.SOURCE_ANSWER);
  }

  @Test
  void nonsense_isTheMirrorsFault() {
    for (var each :
        new String[] {
          "{}",
          "{\"archives\":{\"linux_amd64\":{}}}",
          "{\"archives\":{\"linux_amd64\":{\"url\":7}}}",
          "{\"archives\":{\"linux_amd64\":{\"url\":\"::\\\\\"}}}",
          "{\"archives\":{\"linux_amd64\":{\"url\":\"x\",\"hashes\":[\"h1:no\"]}}}",
        }) {
      server.json(PLACE + "1.2.0.json", each);
      assertThat(problem().kind()).isIn(Kind.SOURCE_ANSWER, Kind.PLATFORM_NOT_BUILT);
    }
  }

  private InstallProblem problem() {
    return Objects.requireNonNull(
            catchThrowableOfType(
                InstallException.class, () -> mirror.fetch(BOX, version("1.2.0"), LINUX, folder)))
        .problem();
  }
}
