package io.keelson.provider.plugin.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnTest {
  @TempDir Path folder;
  private Path program;

  @BeforeEach
  void write() throws IOException {
    program = folder.resolve("program");
    Files.copy(Path.of("/bin/true"), program);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private OutputStream written() throws IOException {
    return Files.newOutputStream(program, StandardOpenOption.APPEND);
  }

  @Test
  void programThatIsStillOpenForWriting_isTriedAgain() throws Exception {
    var pauses = new AtomicInteger();
    try (var open = written()) {
      var process =
          Spawn.start(
              new ProcessBuilder(program.toString()),
              () -> {
                if (pauses.incrementAndGet() == 3) close(open);
              });

      assertThat(process.waitFor()).isZero();
    }
    assertThat(pauses.get()).isGreaterThanOrEqualTo(3);
  }

  private static void close(OutputStream open) {
    try {
      open.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void programThatStaysOpen_isNotTriedForEver() throws IOException {
    try (var _ = written()) {
      assertThatThrownBy(() -> Spawn.start(new ProcessBuilder(program.toString()), () -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Text file busy");
    }
  }

  @Test
  void programThatIsNotThere_isNotTriedAgain() {
    var pauses = new AtomicInteger();

    assertThatThrownBy(() ->
            Spawn.start(
                new ProcessBuilder(folder.resolve("none").toString()), pauses::incrementAndGet))
        .isInstanceOf(IOException.class);
    assertThat(pauses).hasValue(0);
  }
}
