package io.keelson.provider.plugin.install.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whether a file was read again is told by whether the very same text is answered.
final class FileHashesTest {
  private static final Duration LATER = Duration.ofMinutes(1);

  private final FileHashes hashes = new FileHashes(Clock.offset(Clock.systemUTC(), LATER));

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("program"), "one");
  }

  @Test
  void unchangedFile_isReadOnce() throws IOException {
    var first = hashes.of(file);

    assertThat(first).isEqualTo(PackageHash.sha256Of(file));
    assertThat(hashes.of(file)).isSameAs(first);
  }

  /// A package is hashed file by file, from the first to the last, each time.
  @Test
  void filesOfALargePackage_areReadOnce() throws IOException {
    var files = new ArrayList<Path>();
    for (int i = 0; i < 2_000; i++)
      files.add(Files.writeString(folder.resolve(i + ".js"), "module " + i));
    var first = new ArrayList<String>();
    for (var each : files) first.add(hashes.of(each));

    for (int i = 0; i < files.size(); i++)
      assertThat(hashes.of(files.get(i))).isSameAs(first.get(i));
  }

  @Test
  void fileUnderAnotherName_isTheSame() throws IOException {
    var first = hashes.of(file);

    assertThat(hashes.of(Files.createLink(folder.resolve("link"), file))).isEqualTo(first);
  }

  @Test
  void changeOfTheSameLengthWithTheOldTime_isSeen() throws IOException {
    var first = hashes.of(file);
    var time = Files.getLastModifiedTime(file);

    Files.writeString(file, "two");
    Files.setLastModifiedTime(file, time);

    assertThat(hashes.of(file)).isNotEqualTo(first).isEqualTo(PackageHash.sha256Of(file));
  }

  @Test
  void otherFileInItsPlace_isSeen() throws IOException {
    var first = hashes.of(file);
    var other = Files.writeString(folder.resolve("other"), "two");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));

    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(hashes.of(file)).isNotEqualTo(first);
  }

  @Test
  void fileThatWasJustChanged_isReadAgain() throws IOException {
    var atOnce = new FileHashes(Clock.systemUTC());
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));

    assertThat(atOnce.of(file)).isEqualTo(atOnce.of(file)).isNotSameAs(atOnce.of(file));
  }
}
