package io.keelson.provider.plugin.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.provider.plugin.install.release.PackageHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackageArchiveTest {
  @TempDir Path root;
  private Path to;

  @BeforeEach
  void makeFolder() throws IOException {
    to = Files.createDirectories(root.resolve("a/b"));
  }

  @Test
  void files_comeOutAsTheyWentIn() throws IOException {
    unpack(
        Packages.zip(Map.of("a.txt", "hello\n", "b/c.txt", "world\n", "d/", "")),
        new UnpackBudget());

    assertThat(PackageHash.ofFolder(to))
        .hasToString("h1:OinRIhkIXtHcmvfyEmzcwqEMV1NTdSqEiFlm59imCZk=");
    assertThat(to.resolve("d")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x", "a/../../x", "/x", "a/..", "..\\x", "C:x", "a/./x", "a\nb", "a\u0000b"})
  void nameThatLeadsOut_isRefused(String name) {
    assertThatThrownBy(() -> unpack(Packages.zip(Map.of(name, "gotcha")), new UnpackBudget()))
        .isInstanceOf(IOException.class);
    assertThat(root.resolve("a/x")).doesNotExist();
    assertThat(root.resolve("x")).doesNotExist();
    assertThat(to).isEmptyDirectory();
  }

  @Test
  void linkInAnArchive_comesOutAsAFile() throws IOException {
    var zip = Packages.zip(Map.of("link", "/etc/passwd"));
    markAsLink(zip);

    unpack(zip, new UnpackBudget());

    assertThat(to.resolve("link")).isRegularFile().hasContent("/etc/passwd");
    assertThat(Files.isSymbolicLink(to.resolve("link"))).isFalse();
  }

  /// The central directory's entry gets the mode of a link, made on Unix.
  private static void markAsLink(byte[] zip) {
    int at = indexOf(zip, new byte[] {'P', 'K', 1, 2});
    zip[at + 5] = 3;
    zip[at + 41] = (byte) 0xA1;
    zip[at + 40] = (byte) 0xFF;
  }

  private static int indexOf(byte[] content, byte[] part) {
    for (int at = 0; ; at++)
      if (Arrays.equals(content, at, at + part.length, part, 0, part.length)) return at;
  }

  @Test
  void oneNameTwice_isRefused() {
    var zip = Packages.zip(Map.of("one", "1", "two", "2"));
    for (int at = 0; at < zip.length - 3; at++)
      if (zip[at] == 't' && zip[at + 1] == 'w' && zip[at + 2] == 'o')
        System.arraycopy(new byte[] {'o', 'n', 'e'}, 0, zip, at, 3);

    assertThatThrownBy(() -> unpack(zip, new UnpackBudget())).isInstanceOf(IOException.class);
  }

  @Test
  void moreThanAllowed_isRefused() throws IOException {
    var zip = Packages.zip(Map.of("zeros", "0".repeat(1_000_000), "b", "c"));
    assertThat(zip).hasSizeLessThan(3_000);

    assertThatThrownBy(() -> unpack(zip, new UnpackBudget(999_999, 10)))
        .hasMessage("it unpacks to more bytes than allowed");
    to = Files.createDirectories(root.resolve("c"));
    assertThatThrownBy(() -> unpack(zip, new UnpackBudget(2_000_000, 1)))
        .hasMessageStartingWith("it has more files than allowed; ");
  }

  @Test
  void whatIsNoArchive_isRefused() {
    var zip = Packages.archive("1.0.0");
    for (var each :
        new byte[][] {
          {},
          "<html>not found</html>".getBytes(StandardCharsets.UTF_8),
          Arrays.copyOf(zip, zip.length / 2),
        })
      assertThatThrownBy(() -> unpack(each, new UnpackBudget()))
          .hasMessage("it is no zip archive, or a damaged one");
  }

  @Test
  void damagedContent_isRefused() {
    var zip = Packages.zip(Map.of("a", "0123456789".repeat(100)));
    zip[35] ^= 0x55;

    assertThatThrownBy(() -> unpack(zip, new UnpackBudget())).isInstanceOf(IOException.class);
  }

  private void unpack(byte[] zip, UnpackBudget budget) throws IOException {
    new PackageArchive(Files.write(root.resolve("package.zip"), zip)).unpackTo(to, budget);
  }
}
