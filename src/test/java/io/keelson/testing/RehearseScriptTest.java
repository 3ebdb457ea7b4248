package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When `dev/rehearse` records a cache. The JDK is made up: to its `java` only a cache that holds
/// `fits` is one, and what it records holds that.
final class RehearseScriptTest {
  private static final String SCRIPT = Path.of("dev", "rehearse").toAbsolutePath().toString();

  private static final String JAVA =
      """
      #!/bin/sh
      echo "$*" >>"RUNS"
      for word; do
        case $word in
          -XX:AOTCache=*) exec grep -q fits "${word#*=}" ;;
          -XX:AOTCacheOutput=*) echo fits >"${word#*=}" ;;
        esac
      done
      """;

  @TempDir private Path folder;
  private Path jar;
  private Path cache;
  private Path jdk;
  private Path runs;

  @BeforeEach
  void makeUpAJdk() throws IOException {
    jar = folder.resolve("keelson.jar");
    cache = folder.resolve("keelson.aot");
    jdk = folder.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    runs = folder.resolve("runs");
    script("javac", "#!/bin/sh\n");
    script("java", JAVA.replace("RUNS", runs.toString()));
  }

  private void script(String name, String text) throws IOException {
    var file = Files.writeString(jdk.resolve("bin").resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Command.Result rehearse() {
    return Command.of(SCRIPT, jdk.toString(), jar.toString()).run();
  }

  @Test
  void missingCache_isRecordedWithTheOptionsOfTheStart() throws IOException {
    rehearse().orThrow();

    assertThat(cache).hasContent("fits");
    assertThat(Files.readAllLines(runs))
        .singleElement()
        .asString()
        .contains(
            "-XX:+UseCompactObjectHeaders -XX:AOTCacheOutput=", "-jar %s operator".formatted(jar));
    onlyTheCacheIsLeft();
  }

  @Test
  void cacheThatFits_isKept() throws IOException {
    Files.writeString(cache, "fits as it is");

    rehearse().orThrow();

    assertThat(cache).hasContent("fits as it is");
  }

  @Test
  void cacheThatDoesNotFit_isRecordedAnew() throws IOException {
    Files.writeString(cache, "of another jar");

    rehearse().orThrow();

    assertThat(cache).hasContent("fits");
    onlyTheCacheIsLeft();
  }

  @Test
  void failedRehearsal_namesItsLogAndLeavesNoCache() throws IOException {
    script("java", "#!/bin/sh\necho 'no memory'; exit 1\n");

    var result = rehearse();

    var log = folder.resolve("keelson-rehearsal.log");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("see " + log);
    assertThat(log).content().contains("no memory");
    assertThat(cache).doesNotExist();
  }

  private Command.Result rehearseCommands() {
    return Command.of(
            SCRIPT,
            "--commands",
            jdk.toString(),
            jar.toString(),
            folder.resolve("caches/of").toString())
        .run();
  }

  @Test
  void cacheOfCommands_isRecordedOnceForAJar() throws IOException {
    var built = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    Files.setLastModifiedTime(Files.createFile(jar), built);
    rehearseCommands().orThrow();
    var of = folder.resolve("caches/of");
    assertThat(of).hasContent("fits");
    assertThat(Files.getLastModifiedTime(of)).isEqualTo(built);
    assertThat(Files.readString(runs)).contains("-XX:TieredStopAtLevel=1", "RehearsedCommands");

    Files.delete(of);
    rehearseCommands().orThrow();
    assertThat(of).doesNotExist();

    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    rehearseCommands().orThrow();
    assertThat(of).exists();
  }

  @Test
  void placeThatTakesNothing_endsTheRehearsalOfCommands() throws IOException {
    Files.createFile(jar);
    Files.createFile(folder.resolve("caches"));

    assertThat(rehearseCommands().exitCode()).isNotZero();
    assertThat(runs).doesNotExist();
  }

  private void onlyTheCacheIsLeft() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("jdk", "runs", "keelson.aot", "keelson-rehearsal.log");
    }
  }
}
