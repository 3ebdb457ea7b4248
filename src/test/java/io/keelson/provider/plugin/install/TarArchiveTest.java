package io.keelson.provider.plugin.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.testing.Command;
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

/// Packages as gzipped tar archives.
final class TarArchiveTest {
  private static final String DAMAGED = "it is no gzipped tar archive, or a damaged one";
  private static final String LONG = "node_modules/" + "deep/".repeat(30) + "ä".repeat(60) + ".js";

  @TempDir Path root;
  private Path to;

  @BeforeEach
  void makeFolder() throws IOException {
    to = Files.createDirectories(root.resolve("a/b"));
  }

  @Test
  void files_comeOutAsTheyWentIn() throws IOException {
    unpack(
        new Tar()
            .folder("./")
            .file("./a.txt", "hello\n")
            .folder("b/")
            .file("b/c.txt", "world\n")
            .folder("d")
            .gzipped());

    assertThat(PackageHash.ofFolder(to))
        .hasToString("h1:OinRIhkIXtHcmvfyEmzcwqEMV1NTdSqEiFlm59imCZk=");
    assertThat(to.resolve("d")).isEmptyDirectory();
  }

  /// As the program `tar` of this machine writes them.
  @ParameterizedTest
  @ValueSource(strings = {"gnu", "pax", "ustar", "v7"})
  void formatsOfTar_areRead(String format) throws IOException {
    var packed = root.resolve("packed");
    var name = format.equals("v7") ? "node_modules/short.js" : LONG;
    Files.createDirectories(packed.resolve(name).getParent());
    Files.writeString(packed.resolve(name), "x".repeat(513));
    Files.writeString(packed.resolve("pulumi-resource-box"), "I am a box");
    if (format.equals("ustar")) Files.move(packed.resolve(name), packed.resolve(shorter()));
    var archive = root.resolve("package");
    Command.of("tar", "--format=" + format, "-czf", archive.toString(), "-C", packed + "", ".")
        .run()
        .orThrow();

    new PackageArchive(archive).unpackTo(to, new UnpackBudget());

    assertThat(PackageHash.ofFolder(to)).isEqualTo(PackageHash.ofFolder(packed));
  }

  /// What fits into the two fields that ustar has for a name.
  private static String shorter() {
    return "node_modules/" + "deep/".repeat(30) + "short.js";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x", "a/../../x", "/x", "a/..", "..\\x", "C:x", "a/./x", "a\nb", "././x"})
  void nameThatLeadsOut_isRefused(String name) {
    for (var each :
        new Tar[] {
          new Tar().file(name, "gotcha"),
          new Tar().folder(name),
          new Tar().extension('L', name + "\0").file("x", "gotcha"),
          new Tar().extension('x', pax("path", name)).file("x", "gotcha")
        })
      assertThatThrownBy(() -> unpack(each.gzipped()))
          .hasMessage("it holds a name that could lead out of its folder");
    assertThat(root.resolve("a/x")).doesNotExist();
    assertThat(root.resolve("x")).doesNotExist();
    assertThat(to).isEmptyDirectory();
  }

  private static String pax(String key, String value) {
    int rest = (key + value).getBytes(StandardCharsets.UTF_8).length + 3;
    int length = rest + 1;
    while (length < rest + Integer.toString(length).length()) length++;
    return "%d %s=%s\n".formatted(length, key, value);
  }

  /// Some archivers say a long name as GNU does, and times as POSIX does.
  @Test
  void longNameOfGnu_holdsBesideAnExtendedHeader() throws IOException {
    var name = "folder/" + "n".repeat(120);
    unpack(
        new Tar()
            .extension('L', name + "\0")
            .extension('x', pax("mtime", "1"))
            .file("x", "y")
            .gzipped());

    assertThat(to.resolve(name)).hasContent("y");
  }

  @Test
  void linksAndDevices_areRefused() {
    assertThatThrownBy(() -> unpack(new Tar().link('2', "bin/x", "/etc/passwd").gzipped()))
        .hasMessage("'bin/x' in it is a link, and packages hold files and folders only");
    assertThatThrownBy(() -> unpack(new Tar().file("a", "b").link('1', "bin/x", "a").gzipped()))
        .hasMessage("'bin/x' in it is a link, and packages hold files and folders only");
    for (char each : new char[] {'3', '4', '6', 'S', 'Z'})
      assertThatThrownBy(() -> unpack(new Tar().link(each, "dev/x", "").gzipped()))
          .hasMessage("'dev/x' in it is no regular file, and packages hold files and folders only");
    assertThat(to).isDirectoryNotContaining(each -> Files.isSymbolicLink(each));
  }

  @Test
  void oneNameTwice_isRefused() {
    for (var each :
        new Tar[] {
          new Tar().file("a", "1").file("a", "2"),
          new Tar().file("a", "1").file("./a", "2"),
          new Tar().file("a", "1").folder("a/")
        }) {
      assertThatThrownBy(() -> unpack(each.gzipped()))
          .hasMessage("it holds one name more than once");
      assertThat(to.resolve("a")).hasContent("1");
      deleteA();
    }
  }

  private void deleteA() {
    try {
      Files.delete(to.resolve("a"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void moreThanAllowed_isRefused() {
    var tar = new Tar().file("zeros", "0".repeat(1_000_000)).file("b", "c").gzipped();
    assertThat(tar).hasSizeLessThan(3_000);

    assertThatThrownBy(() -> unpack(tar, new UnpackBudget(999_999, 10)))
        .hasMessage("it unpacks to more bytes than allowed");
    to = root.resolve("c");
    assertThatThrownBy(() -> unpack(tar, new UnpackBudget(2_000_000, 1)))
        .hasMessage("it has more files than allowed; 'b' is too many");
  }

  /// What says little and comes to much is not kept in memory, and not read without end.
  @Test
  void headersWithoutEnd_areRefused() {
    assertThatThrownBy(() -> unpack(new Tar().header('L', "x", (1 << 20) + 1).gzipped()))
        .hasMessage("it has a header of more than 1 MiB");
    var many = new Tar();
    for (int i = 0; i < 9; i++) many.extension('g', "");
    assertThatThrownBy(() -> unpack(many.file("a", "b").gzipped()))
        .hasMessage("it has more headers than entries need");
    assertThatThrownBy(() -> unpack(new Tar().file("a", "b").raw(new byte[2 << 20]).gzipped()))
        .hasMessage("something follows its end");
    assertThatThrownBy(() -> unpack(new Tar().raw(new byte[512]).file("a", "b").gzipped()))
        .hasMessage("something follows its end");
  }

  /// As many entries as there may be, with headers that come to much: they are a part of what may
  /// come out.
  @Test
  void headersOfAllEntries_countAsContent() throws IOException {
    var header = pax("comment", "0".repeat(900));
    var tar = new Tar().extension('g', header);
    for (int i = 0; i < 9; i++) tar.extension('x', header).file("f" + i, "");
    var archive = tar.gzipped();

    assertThatThrownBy(() -> unpack(archive, new UnpackBudget(9_000, 10)))
        .hasMessage("it unpacks to more bytes than allowed");
    to = root.resolve("c");
    unpack(archive, new UnpackBudget(9_200, 10));
    assertThat(to.resolve("f8")).isEmptyFile();
  }

  /// What is said of all entries that follow is not kept: it would be more with each.
  @Test
  void globalHeaders_areForgotten() throws IOException {
    var tar = new Tar();
    for (int i = 0; i < 3; i++) tar.extension('g', pax("path", "all")).file("f" + i, "x");

    unpack(tar.gzipped());

    for (int i = 0; i < 3; i++) assertThat(to.resolve("f" + i)).hasContent("x");
    assertThat(to.resolve("all")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"8 path=x\n", "path=x\n", "99 path=x\n", "10 path=xy", "3 \n", "999999999999 "})
  void extendedHeaderThatCannotBeRead_isRefused(String records) {
    var tar = new Tar().extension('x', records).file("a", "b").gzipped();

    assertThatThrownBy(() -> unpack(tar))
        .hasMessage("it has an extended header that cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"size", "GNU.sparse.map"})
  void contentThatIsStoredOtherwise_isRefused(String key) {
    assertThatThrownBy(
            () -> unpack(new Tar().extension('x', pax(key, "100")).file("a", "b").gzipped()))
        .hasMessage("it stores a file in a way that is not supported: " + key);
  }

  @Test
  void whatIsDamaged_isRefused() {
    var tar = Tar.gzipped(Map.of("a", "0123456789".repeat(1000)));
    var sum = tar.clone();
    sum[sum.length - 6] ^= 0x55;
    for (var each :
        new byte[][] {
          Arrays.copyOf(tar, tar.length / 2),
          Arrays.copyOf(tar, tar.length - 4),
          sum,
          new Tar().file("a", "b").brokenOff(),
          new Tar().header('0', "a", 600).raw(new byte[512]).brokenOff(),
          {0x1F, (byte) 0x8B},
        }) {
      to = root.resolve("damaged-" + Arrays.hashCode(each));
      assertThatThrownBy(() -> unpack(each)).hasMessage(DAMAGED);
    }
    assertThatThrownBy(
            () -> unpack(Tar.gzip("not found\n".repeat(100).getBytes(StandardCharsets.UTF_8))))
        .hasMessage("it is no tar archive, or a damaged one");
  }

  private void unpack(byte[] tar) throws IOException {
    unpack(tar, new UnpackBudget());
  }

  private void unpack(byte[] tar, UnpackBudget budget) throws IOException {
    Files.createDirectories(to);
    new PackageArchive(Files.write(root.resolve("package.tar.gz"), tar)).unpackTo(to, budget);
  }
}
