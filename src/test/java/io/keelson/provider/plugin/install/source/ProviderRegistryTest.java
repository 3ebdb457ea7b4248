package io.keelson.provider.plugin.install.source;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.BoxRegistry;
import io.keelson.provider.plugin.install.LoopbackServer;
import io.keelson.provider.plugin.install.Packages;
import io.keelson.provider.plugin.install.Publisher;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Attestation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProviderRegistryTest {
  private static final Publisher PUBLISHER = Publisher.create();
  private static final byte[] ARCHIVE = Packages.archive("1.2.0");

  private final LoopbackServer server = new LoopbackServer();
  private final BoxRegistry box = new BoxRegistry(server, PUBLISHER);
  private final Http http = server.client();
  private final ProviderRegistry registry = new ProviderRegistry(http, server.at("v1/providers"));

  @TempDir Path folder;

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void offers_tellProtocolsAndPlatforms() throws InstallException {
    server.json(
        "v1/providers/acme/box/versions",
        """
        {"versions": [
          {"version": "1.2.0", "protocols": ["5.0", "6.0"], "platforms": [{"os": "linux", "arch": "amd64"}]},
          {"version": "nightly"},
          {"version": "1.1.0"}],
         "warnings": ["old"]}
        """);

    assertThat(registry.offers(BOX))
        .containsExactlyInAnyOrder(
            new Offer(version("1.2.0"), List.of("5.0", "6.0"), Set.of(LINUX)),
            new Offer(version("1.1.0"), List.of(), Set.of()));
  }

  @Test
  void unknownProvider_hasNoOffers() throws InstallException {
    assertThat(registry.offers(BOX)).isEmpty();
  }

  @Test
  void archive_comesWithWhatVouchesForIt() throws InstallException {
    box.release("1.2.0", ARCHIVE);

    var archive = (Archive) registry.fetch(BOX, version("1.2.0"), LINUX, folder);

    assertThat(archive.file()).hasBinaryContent(ARCHIVE);
    assertThat(archive.published()).containsExactly(Packages.hash(ARCHIVE));
    assertThat(archive.attestation())
        .isInstanceOfSatisfying(
            Attestation.Signed.class,
            signed -> {
              assertThat(signed.checksums().toArray())
                  .isEqualTo(Packages.checksums("1.2.0", ARCHIVE));
              assertThat(signed.keys()).containsExactly(PUBLISHER.armored());
            });
  }

  @Test
  void platformThatIsNotBuilt_isTold() {
    box.release("1.2.0", ARCHIVE);

    var problem =
        Objects.requireNonNull(
                catchThrowableOfType(
                    InstallException.class,
                    () ->
                        registry.fetch(
                            BOX, version("1.2.0"), Platform.parse("plan9_mips"), folder)))
            .problem();

    assertThat(problem.kind()).isEqualTo(Kind.PLATFORM_NOT_BUILT);
    assertThat(problem.what()).isEqualTo("example.com/acme/box 1.2.0 is not built for plan9_mips");
  }

  @Test
  void answerThatContradictsItself_isRefused() {
    box.release("1.2.0", ARCHIVE, "\"os\": \"linux\"", "\"os\": \"darwin\"");
    assertThat(problem().why()).endsWith("is about another platform than linux_amd64");

    box.release("1.2.0", ARCHIVE, Packages.hash(ARCHIVE).value(), "f".repeat(64));
    assertThat(problem().kind()).isEqualTo(Kind.CHECKSUM_MISMATCH);

    box.release("1.2.0", ARCHIVE, Packages.fileName("1.2.0"), "other.zip");
    assertThat(problem().why()).isEqualTo("the list of checksums does not name other.zip");

    box.release("1.2.0", ARCHIVE, Packages.hash(ARCHIVE).value(), "not hexadecimal");
    assertThat(problem().why()).endsWith("has no SHA-256 in 'shasum'");

    box.release(
        "1.2.0",
        ARCHIVE,
        "\"os\": \"linux\"",
        "\"packages\": {\"linux_amd64\": {\"hashes\": [\"zh:%s\"]}}, \"os\": \"linux\""
            .formatted("e".repeat(64)));
    assertThat(problem().why()).endsWith("has two different checksums of the archive");
  }

  @Test
  void archiveOfAnotherSize_isRefused() {
    box.release(
        "1.2.0",
        ARCHIVE,
        "\"os\": \"linux\"",
        "\"packages\": {\"linux_amd64\": {\"package_size\": 10}}, \"os\": \"linux\"");

    assertThat(problem().why()).endsWith("the answer is longer than 10 bytes");
  }

  @Test
  void checksumsThatAreNone_areRefused() {
    box.release("1.2.0", ARCHIVE);
    server.bytes("files/1.2.0/SHA256SUMS", "<html>".getBytes(StandardCharsets.UTF_8));

    assertThat(problem().why())
        .endsWith(
            "leads to a list of checksums that cannot be read: line 1 is no checksum and file"
                + " name");
  }

  @Test
  void missingSignature_isToleratedWhereKeysAreStillCollected() throws InstallException {
    var common = SourceAddress.parse("acme/box");
    box.release("1.2.0", ARCHIVE, "\"gpg_public_keys\"", "\"none\"");

    assertThat(((Archive) registry.fetch(BOX, version("1.2.0"), LINUX, folder)).attestation())
        .isEqualTo(new Attestation.Missing());
    assertThat(((Archive) registry.fetch(common, version("1.2.0"), LINUX, folder)).attestation())
        .isEqualTo(new Attestation.Unsigned());

    box.release("1.2.0", ARCHIVE, "\"shasums_signature_url\"", "\"none\"");
    assertThat(((Archive) registry.fetch(common, version("1.2.0"), LINUX, folder)).attestation())
        .isEqualTo(new Attestation.Missing());
  }

  @Test
  void filesThatAreNotThere_areTheRegistrysFault() {
    box.release("1.2.0", ARCHIVE);
    server.on("files/1.2.0/" + Packages.fileName("1.2.0"), LoopbackServer.status(404));

    assertThat(problem().kind()).isEqualTo(Kind.SOURCE_ANSWER);
  }

  @Test
  void nonsense_isTheRegistrysFault() {
    server.json("v1/providers/acme/box/versions", "{\"versions\": {}}");

    assertThat(
            Objects.requireNonNull(
                    catchThrowableOfType(InstallException.class, () -> registry.offers(BOX)))
                .problem()
                .why())
        .endsWith("has no list 'versions'");
  }

  private InstallProblem problem() {
    return Objects.requireNonNull(
            catchThrowableOfType(
                InstallException.class, () -> registry.fetch(BOX, version("1.2.0"), LINUX, folder)))
        .problem();
  }
}
