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
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FilesystemMirrorTest {
  private static final byte[] ARCHIVE = Packages.archive("1.2.0");

  @TempDir Path root;
  @TempDir Path into;
  private Path box;
  private FilesystemMirror mirror;

  @BeforeEach
  void open() {
    box = root.resolve("example.com/acme/box");
    mirror = new FilesystemMirror(root, ArchiveNames.TERRAFORM);
  }

  @Test
  void packages_areArchivesAndFolders() throws Exception {
    Files.createDirectories(box.resolve("1.1.0/linux_amd64"));
    Files.createDirectories(box.resolve("1.1.0/linux_arm64"));
    Files.createDirectories(box.resolve("0.0.0/linux_amd64"));
    Files.createDirectories(box.resolve("latest/linux_amd64"));
    Files.createDirectories(box.resolve("1.1.0/notes.txt"));
    Files.write(box.resolve("Terraform-Provider-BOX_1.2.0_linux_amd64.ZIP"), ARCHIVE);
    Files.write(box.resolve("terraform-provider-other_1.3.0_linux_amd64.zip"), ARCHIVE);

    assertThat(mirror.offers(BOX))
        .containsExactlyInAnyOrder(
            new Offer(version("1.1.0"), List.of(), Set.of(LINUX, Platform.parse("linux_arm64"))),
            new Offer(version("1.2.0"), List.of(), Set.of(LINUX)));
    assertThat(mirror.fetch(BOX, version("1.1.0"), LINUX, into))
        .isEqualTo(new FetchedPackage.Folder(box.resolve("1.1.0/linux_amd64")));
    assertThat(((Archive) mirror.fetch(BOX, version("1.2.0"), LINUX, into)).file())
        .hasParent(into)
        .hasBinaryContent(ARCHIVE);
  }

  @Test
  void links_areFollowedToThePackageOnly() throws Exception {
    var elsewhere = Files.createDirectories(root.resolve("elsewhere/linux_amd64"));
    Files.createDirectories(box.resolve("1.1.0"));
    Files.createSymbolicLink(box.resolve("1.1.0/linux_amd64"), elsewhere);
    Files.createSymbolicLink(box.resolve("1.2.0"), elsewhere.getParent());
    Files.createSymbolicLink(root.resolve("example.com/umbrella"), box.getParent());

    assertThat(mirror.offers(BOX)).extracting(Offer::version).containsExactly(version("1.1.0"));
    assertThat(mirror.offers(SourceAddress.parse("example.com/umbrella/box"))).isEmpty();
  }

  @Test
  void unknownProvider_hasNoOffers() throws InstallException {
    assertThat(mirror.offers(BOX)).isEmpty();
  }

  @Test
  void missingFolder_isTold() {
    var problem =
        problem(
            () -> new FilesystemMirror(root.resolve("gone"), ArchiveNames.TERRAFORM).offers(BOX));

    assertThat(problem)
        .hasToString(
            "the folder "
                + root.resolve("gone")
                + " cannot be used: there is no such folder. Mount it, or correct the path.");
  }

  @Test
  void otherPlatforms_areNamed() throws IOException {
    Files.createDirectories(box.resolve("1.1.0/linux_arm64"));

    var problem = problem(() -> mirror.fetch(BOX, version("1.1.0"), LINUX, into));

    assertThat(problem.kind()).isEqualTo(Kind.PLATFORM_NOT_BUILT);
    assertThat(problem.why()).isEqualTo("the folder " + root + " has it for linux_arm64");
  }

  private static InstallProblem problem(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(InstallException.class, call)).problem();
  }
}
