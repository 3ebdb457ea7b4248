package io.keelson.provider.plugin.install.source;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.Packages;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OciLayoutTest {
  private static final byte[] ARCHIVE = Packages.archive("1.2.0");

  @TempDir Path root;
  @TempDir Path into;
  private static final String PROVIDER = "application/vnd.opentofu.provider";
  private static final String INDEX = "application/vnd.oci.image.index.v1+json";
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

  private OciLayout layout;
  private Path box;

  @BeforeEach
  void open() {
    layout = new OciLayout(root + "/${hostname}/${namespace}-${type}");
    box = root.resolve("example.com/acme-box");
  }

  private String blob(byte[] content) throws IOException {
    var hex = PackageHash.ofArchive(content).value();
    Files.createDirectories(box.resolve("blobs/sha256"));
    Files.write(box.resolve("blobs/sha256/" + hex), content);
    return "\"digest\": \"sha256:%s\", \"size\": %d".formatted(hex, content.length);
  }

  private String blob(String content) throws IOException {
    return blob(content.getBytes(StandardCharsets.UTF_8));
  }

  private String target(String platform) throws IOException {
    var manifest =
        blob(
            """
            {"mediaType": "%s", "artifactType": "%s-target",
             "layers": [{"mediaType": "archive/zip", %s}, {"mediaType": "text/plain", %s}]}
            """
                .formatted(MANIFEST, PROVIDER, blob(ARCHIVE), blob("notes")));
    return "{\"mediaType\": \"%s\", \"artifactType\": \"%s-target\", %s, \"platform\": {%s}}"
        .formatted(MANIFEST, PROVIDER, manifest, platform);
  }

  private void tag(String tag, String... targets) throws IOException {
    var index =
        blob(
            "{\"mediaType\": \"%s\", \"artifactType\": \"%s\", \"manifests\": [%s]}"
                .formatted(INDEX, PROVIDER, String.join(",", targets)));
    Files.writeString(box.resolve("oci-layout"), "{\"imageLayoutVersion\": \"1.0.0\"}");
    Files.writeString(
        box.resolve("index.json"),
        """
        {"manifests": [
          {"mediaType": "%s", %s, "annotations": {"org.opencontainers.image.ref.name": "%s"}},
          {"annotations": {"org.opencontainers.image.ref.name": "latest"}}, {}]}
        """
            .formatted(INDEX, index, tag));
  }

  private static final String AMD64 = "\"os\": \"linux\", \"architecture\": \"amd64\"";
  private static final String ARM64 = "\"os\": \"linux\", \"architecture\": \"arm64\"";

  @Test
  void archive_isTheLayerOfThePlatform() throws Exception {
    tag("1.2.0_b7", target(ARM64), target(AMD64), target(AMD64 + ", \"os.version\": \"11\""));

    assertThat(layout.offers(BOX)).extracting(Offer::version).containsExactly(version("1.2.0+b7"));
    var archive = (Archive) layout.fetch(BOX, version("1.2.0+b7"), LINUX, into);
    assertThat(archive.file()).hasParent(into).hasBinaryContent(ARCHIVE);
    assertThat(archive.published()).containsExactly(Packages.hash(ARCHIVE));
  }

  @Test
  void unknownProvider_hasNoOffers() throws InstallException {
    assertThat(layout.offers(BOX)).isEmpty();
  }

  @Test
  void otherPlatforms_areNamed() throws IOException {
    tag("1.2.0", target(ARM64));

    var problem = problem(() -> layout.fetch(BOX, version("1.2.0"), LINUX, into));

    assertThat(problem.kind()).isEqualTo(Kind.PLATFORM_NOT_BUILT);
    assertThat(problem.why()).endsWith(" has it for linux_arm64");
  }

  @Test
  void ambiguousPlatform_isRefused() throws IOException {
    tag("1.2.0", target(AMD64), target(AMD64));

    assertThat(problem(() -> layout.fetch(BOX, version("1.2.0"), LINUX, into)).why())
        .isEqualTo("it has more than one package of 1.2.0 for linux_amd64");
  }

  @Test
  void changedManifest_isRefused() throws IOException {
    tag("1.2.0", target(AMD64));
    try (var blobs = Files.list(box.resolve("blobs/sha256"))) {
      for (Path each : blobs.toList())
        if (Files.readString(each, StandardCharsets.ISO_8859_1)
            .contains("vnd.opentofu.provider-target"))
          Files.writeString(each, Files.readString(each) + " ");
    }

    assertThat(problem(() -> layout.fetch(BOX, version("1.2.0"), LINUX, into)).kind())
        .isEqualTo(Kind.CHECKSUM_MISMATCH);
  }

  @Test
  void folderThatIsNoLayout_isTold() throws IOException {
    Files.createDirectories(box);
    assertThat(problem(() -> layout.offers(BOX)).why())
        .isEqualTo("'" + box.resolve("oci-layout") + "' cannot be read");

    Files.writeString(box.resolve("oci-layout"), "{\"imageLayoutVersion\": \"2.0.0\"}");
    assertThat(problem(() -> layout.offers(BOX)).kind()).isEqualTo(Kind.SOURCE_ANSWER);

    Files.writeString(box.resolve("oci-layout"), "<html>");
    assertThat(problem(() -> layout.offers(BOX)).why()).contains("that is no JSON: ");
  }

  @Test
  void digestThatIsAPath_isRefused() throws IOException {
    tag(
        "1.2.0",
        "{\"artifactType\": \"%s-target\", \"digest\": \"sha256:../../x\", \"size\": 1,"
                .formatted(PROVIDER)
            + " \"platform\": {"
            + AMD64
            + "}}");

    assertThat(problem(() -> layout.fetch(BOX, version("1.2.0"), LINUX, into)).why())
        .isEqualTo("it names something by another digest than sha256");
  }

  private static InstallProblem problem(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(InstallException.class, call)).problem();
  }
}
