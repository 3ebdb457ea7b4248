package io.keelson.provider.plugin.install.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackageHashTest {
  @TempDir Path folder;

  @Test
  void folder_hasTheHashThatLockFilesHave() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "hello\n");
    Files.createDirectories(folder.resolve("b"));
    Files.writeString(folder.resolve("b/c.txt"), "world\n");

    assertThat(PackageHash.ofFolder(folder))
        .hasToString("h1:OinRIhkIXtHcmvfyEmzcwqEMV1NTdSqEiFlm59imCZk=");
  }

  @Test
  void emptyFolder_hasTheHashOfNothing() throws IOException {
    Files.createDirectories(folder.resolve("empty"));

    assertThat(PackageHash.ofFolder(folder))
        .hasToString("h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  }

  @Test
  void names_countAndModesDoNot() throws IOException {
    var file = Files.writeString(folder.resolve("a"), "x");
    var before = PackageHash.ofFolder(folder);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
    assertThat(PackageHash.ofFolder(folder)).isEqualTo(before);

    Files.move(file, folder.resolve("b"));
    assertThat(PackageHash.ofFolder(folder)).isNotEqualTo(before);
  }

  @Test
  void linkToTheFolder_isFollowedAndLinkInItIsRefused(@TempDir Path elsewhere) throws IOException {
    Files.writeString(folder.resolve("a"), "x");
    var link = Files.createSymbolicLink(elsewhere.resolve("link"), folder);
    assertThat(PackageHash.ofFolder(link)).isEqualTo(PackageHash.ofFolder(folder));

    Files.createSymbolicLink(folder.resolve("b"), folder.resolve("a"));
    assertThatThrownBy(() -> PackageHash.ofFolder(folder))
        .hasMessage("'b' in it is no regular file");
  }

  @Test
  void lineBreakInAName_isRefused() throws IOException {
    Files.writeString(folder.resolve("a\nb"), "x");

    assertThatThrownBy(() -> PackageHash.ofFolder(folder))
        .hasMessage("a file in it has a line break in its name");
  }

  @Test
  void archive_hasItsSha256() throws IOException {
    var file = Files.writeString(folder.resolve("a.zip"), "hello\n");
    var hash = "zh:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";

    assertThat(PackageHash.ofArchive(file)).hasToString(hash);
    assertThat(PackageHash.ofArchive("hello\n".getBytes(StandardCharsets.UTF_8))).hasToString(hash);
    assertThat(PackageHash.parse(hash)).contains(PackageHash.ofArchive(file));
  }

  @Test
  void unknownScheme_isForOthers() {
    assertThat(PackageHash.parse("h2:abc")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zh:5891B5B522D5DF086D0FF0B110FBD9D21BB4FC7163AF34D08286A2E846F6BE03",
        "zh:12",
        "h1:OinRIhkIXtHcmvfyEmzcwqEMV1NTdSqEiFlm59imCZk",
        "h1:",
      })
  void wrongForm_isRefused(String text) {
    assertThatThrownBy(() -> PackageHash.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is no checksum of a package: ");
  }

  @Test
  void checksumList_knowsItsFiles() {
    var one = "a".repeat(64);
    var two = "b".repeat(64);
    var list =
        ChecksumList.parse(
            (one + "  x.zip\n\n" + two + " *y z.zip\n").getBytes(StandardCharsets.UTF_8));

    assertThat(list.of("x.zip")).contains(one);
    assertThat(list.of("y z.zip")).contains(two);
    assertThat(list.of("z.zip")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "abc  x.zip", "%s"})
  void wrongChecksumList_isRefused(String line) {
    var one = "a".repeat(64) + "  x.zip\n";
    var two = line.equals("%s") ? "b".repeat(64) + "  x.zip" : line;

    assertThatThrownBy(() -> ChecksumList.parse((one + two).getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 2 ");
  }
}
