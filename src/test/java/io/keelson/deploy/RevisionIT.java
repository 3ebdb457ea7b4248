package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import io.keelson.testing.RehearsedJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/// Of which commit the jar says that it is.
final class RevisionIT {
  @Test
  void jarOfAClone_namesItsCommit() throws IOException {
    var commit =
        Files.exists(Path.of(".git"))
            ? Command.of("git", "rev-parse", "HEAD").run().out().strip()
            : "unknown";
    try (var jar = new JarFile(RehearsedJar.jar().toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Revision"))
          .startsWith(commit);
    }
  }
}
