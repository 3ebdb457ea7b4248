package io.keelson.provider.plugin.install.source;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.Tar;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives of Pulumi's plugins in folders.
final class PulumiArchivesTest {
  private static final Platform ARM = Platform.parse("linux_arm64");
  private static final byte[] ARCHIVE = Tar.gzipped(Map.of("pulumi-resource-box", "I am a box"));

  @TempDir Path root;
  @TempDir Path into;

  private void archives(Path folder, String... names) throws IOException {
    Files.createDirectories(folder);
    for (var each : names) Files.write(folder.resolve(each), ARCHIVE);
  }

  @Test
  void cache_mayHoldArchivesBesideFolders() throws Exception {
    archives(
        root,
        "pulumi-resource-box-v1.2.0-linux-amd64.tar.gz",
        "pulumi-resource-box-v1.2.0-linux-arm64.tar.gz",
        "pulumi-resource-box-v1.3.0-alpha.1-linux-arm64.tar.gz",
        "pulumi-resource-box-v1.1.0-linux-amd64.tar.gz",
        "pulumi-resource-other-v9.0.0-linux-amd64.tar.gz",
        "pulumi-resource-box-x-v9.0.0-linux-amd64.tar.gz",
        "pulumi-resource-box-vlatest-linux-amd64.tar.gz",
        "pulumi-resource-box-v9.0.0-linux-amd64.zip",
        "resource-box-v8.0.0");
    var folder = Files.createDirectories(root.resolve("resource-box-v1.1.0"));
    Files.createDirectories(root.resolve("pulumi-resource-box-v9.0.0-linux-amd64.tar.gz"));
    var plugins = new PulumiPluginFolder(root);

    assertThat(plugins.offers(BOX))
        .containsExactlyInAnyOrder(
            new Offer(version("1.1.0"), List.of(), Set.of()),
            new Offer(version("1.2.0"), List.of(), Set.of(LINUX, ARM)),
            new Offer(version("1.3.0-alpha.1"), List.of(), Set.of(ARM)));
    assertThat(plugins.fetch(BOX, version("1.1.0"), LINUX, into)).isEqualTo(new Folder(folder));
    assertThat(((Archive) plugins.fetch(BOX, version("1.2.0"), LINUX, into)).file())
        .hasParent(into)
        .hasBinaryContent(ARCHIVE);
  }

  @Test
  void platformThatIsNotThere_isTold() throws Exception {
    archives(root, "pulumi-resource-box-v1.2.0-linux-arm64.tar.gz");

    var problem =
        catchThrowableOfType(
                InstallException.class,
                () -> new PulumiPluginFolder(root).fetch(BOX, version("1.2.0"), LINUX, into))
            .problem();

    assertThat(problem.kind()).isEqualTo(Kind.PLATFORM_NOT_BUILT);
    assertThat(problem.why()).isEqualTo("the folder " + root + " has it for linux_arm64");
  }

  @Test
  void mirror_holdsArchivesOfOneWorld() throws Exception {
    archives(
        root.resolve("example.com/acme/box"),
        "pulumi-resource-box-v1.2.0-linux-amd64.tar.gz",
        "pulumi-resource-box-v0.0.0-linux-amd64.tar.gz",
        "terraform-provider-box_1.3.0_linux_amd64.zip");

    assertThat(new FilesystemMirror(root, ArchiveNames.PULUMI).offers(BOX))
        .containsExactly(new Offer(version("1.2.0"), List.of(), Set.of(LINUX)));
    assertThat(new FilesystemMirror(root, ArchiveNames.TERRAFORM).offers(BOX))
        .containsExactly(new Offer(version("1.3.0"), List.of(), Set.of(LINUX)));
  }
}
