package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How `bin/kubectl-keelson` starts Java, in a clone that is made up. The JDK is made up, too: its
/// `java` prints how it was started, and `dev/rehearse` writes into a pipe how it was called.
final class LauncherTest {
  private static final Path SCRIPT = Path.of("bin", "kubectl-keelson");
  private static final String VERSION = "25.0.3+9-LTS";
  private static final FileTime BUILT = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

  private final Path folder;
  private final Path home;
  private final Path jar;
  private final Path jdk;
  private final Path cache;

  /// Makes the clone up.
  LauncherTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    home = Files.createDirectories(folder.resolve("clone/target"));
    jar = Files.setLastModifiedTime(Files.createFile(home.resolve("keelson.jar")), BUILT);
    cache = home.resolve("keelson-commands-" + VERSION + ".aot");
    Files.createDirectories(folder.resolve("clone/bin"));
    Files.copy(SCRIPT, folder.resolve("clone/bin/kubectl-keelson"));
    jdk = folder.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    script(jdk.resolve("bin/java"), "echo \"$@\"");
    release("JAVA_RUNTIME_VERSION=\"%s\"\nJAVA_VERSION=\"25.0.3\"\n".formatted(VERSION));
  }

  private void release(String text) throws IOException {
    Files.writeString(jdk.resolve("release"), text);
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Command launcher() {
    return Command.of(
        "env",
        "JAVA_HOME=" + jdk,
        "XDG_CACHE_HOME=" + folder.resolve("caches"),
        folder.resolve("clone/bin/kubectl-keelson").toString());
  }

  private String started(String... words) {
    var ended = launcher().with(words).run().orThrow();
    assertThat(ended.err()).isEmpty();
    return ended.out();
  }

  private void isOf(Path made, FileTime time) throws IOException {
    Files.createDirectories(made.getParent());
    Files.setLastModifiedTime(Files.createFile(made), time);
  }

  @Test
  void command_startsForAShortLifeWithoutACache() {
    assertThat(started("plan", "-f", "a b"))
        .contains("-XX:TieredStopAtLevel=1", "-jar %s plan -f a b".formatted(real(jar)))
        .doesNotContain("AOTCache", "-version");
  }

  @Test
  void cacheOfTheJar_isUsed() throws IOException {
    isOf(cache, BUILT);

    assertThat(started("show")).contains("-XX:AOTCache=" + real(cache), "-Xlog:aot*=off");
  }

  @Test
  void cacheOfAnotherJar_isNotUsed() throws IOException {
    isOf(cache, FileTime.from(BUILT.toInstant().plusSeconds(1)));

    assertThat(started("show")).doesNotContain("AOTCache");
  }

  @Test
  void cacheOfAnotherJdk_isNotUsed() throws IOException {
    isOf(cache, BUILT);
    release("JAVA_VERSION=\"26\"\n");

    assertThat(started("show")).doesNotContain("AOTCache");
  }

  @Test
  void help_needsNoCache() throws IOException {
    isOf(cache, BUILT);

    assertThat(started("--help")).doesNotContain("AOTCache");
  }

  @Test
  void operator_startsForALongLifeWithItsOwnCache() throws IOException {
    isOf(cache, BUILT);
    isOf(home.resolve("keelson.aot"), FileTime.from(Instant.parse("2026-01-02T00:00:00Z")));

    assertThat(started("operator"))
        .contains("-XX:AOTCache=" + real(home.resolve("keelson.aot")))
        .doesNotContain("TieredStopAtLevel");
  }

  @Test
  void missingCache_isMadeInAClone() throws Exception {
    var pipe = folder.resolve("called");
    Command.of("mkfifo", pipe.toString()).run().orThrow();
    Files.createDirectories(folder.resolve("clone/dev"));
    script(folder.resolve("clone/dev/rehearse"), "echo \"$@\" >" + pipe);

    var started = started("show");

    assertThat(started).doesNotContain("AOTCache");
    var called = new ProcessBuilder("cat", pipe.toString()).start();
    assertThat(called.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(called.inputReader().readAllAsString().strip())
        .isEqualTo("--commands %s %s %s".formatted(jdk, real(jar), real(cache)));
  }

  /// As the script names what is beside it.
  private Path real(Path file) {
    return folder.resolve("clone/bin/../target").resolve(file.getFileName());
  }

  @Test
  void olderJava_isNamed() throws IOException {
    release("JAVA_VERSION=\"17.0.15\"\n");

    var ended = launcher().with("show").run();

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .contains("Keelson needs Java 25, and '%s/bin/java' is 17".formatted(jdk));
  }

  @Test
  void jdkThatHasNoRelease_isAsked() throws IOException {
    Files.delete(jdk.resolve("release"));
    script(jdk.resolve("bin/java"), "echo 'openjdk version \"1.8.0_402\"' >&2");

    assertThat(launcher().with("show").run().err()).contains("is 1. Set JAVA_HOME");
  }

  @Test
  void missingHome_changesNothing() {
    var script = folder.resolve("clone/bin/kubectl-keelson").toString();
    var ended =
        Command.of("env", "-i", "PATH=" + System.getenv("PATH"), "JAVA_HOME=" + jdk, script, "show")
            .run();

    assertThat(ended.orThrow().out()).contains("show");
  }

  /// Of the programs of a machine, it calls only these two.
  @Test
  void archiveWithARuntime_needsNoOtherJava() throws IOException {
    var archive = Files.createDirectories(folder.resolve("unpacked/keelson"));
    Files.copy(SCRIPT, archive.resolve("kubectl-keelson"));
    isOf(archive.resolve("keelson.jar"), BUILT);
    isOf(archive.resolve("keelson-commands-25.0.9.aot"), BUILT);
    Files.createDirectories(archive.resolve("java/bin"));
    script(archive.resolve("java/bin/java"), "echo own \"$@\"");
    Files.writeString(archive.resolve("java/release"), "JAVA_VERSION=\"25.0.9\"\n");
    var programs = Files.createDirectories(folder.resolve("programs"));
    for (var name : List.of("dirname", "readlink"))
      Files.createSymbolicLink(programs.resolve(name), Path.of("/usr/bin", name));
    var link =
        Files.createSymbolicLink(programs.resolve("keelson"), archive.resolve("kubectl-keelson"));

    var alone = Command.of("env", "-i", "PATH=" + programs, link.toString(), "show").run();
    var beside = Command.of("env", "JAVA_HOME=" + jdk, link.toString(), "show").run();

    assertThat(alone.orThrow().err()).isEmpty();
    assertThat(alone.out())
        .startsWith("own ")
        .contains("-XX:AOTCache=" + archive.resolve("keelson-commands-25.0.9.aot"), "show");
    assertThat(beside.orThrow().out()).startsWith("own ");
  }
}
