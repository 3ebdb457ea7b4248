package io.keelson.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Provider programs to test with, as `dev/test-providers` builds them: ours, and real ones that
/// nobody here wrote.
public final class TestProviders {
  private static final Path SCRIPT = Path.of("dev", "test-providers").toAbsolutePath();
  private static final int SOMETHING_TO_INSTALL = 3;

  private TestProviders() {}

  /// The folder in which they are laid out like a mirror. The first time on a machine this builds
  /// them, which takes minutes; the progress goes to standard error. The property
  /// `keelson.test-providers` names a mirror that is there already.
  public static Path mirror() {
    return Mirror.FOLDER;
  }

  /// Looked up once: the sources that the name of the folder tells do not change during tests.
  private static final class Mirror {
    static final Path FOLDER = built();

    private static Path built() {
      var given = System.getProperty("keelson.test-providers");
      if (given != null) return Path.of(given);
      var built = Command.of(SCRIPT.toString(), "build").showingProgress().run();
      if (built.exitCode() == SOMETHING_TO_INSTALL)
        throw new IllegalStateException(built.err().strip());
      built.orThrow();
      return Path.of(Command.of(SCRIPT.toString(), "path").run().orThrow().out().strip());
    }
  }

  /// The program of a provider.
  ///
  /// @param source its full address, such as `registry.terraform.io/hashicorp/time`
  public static Path program(String source, String version) {
    try (Stream<Path> all = Files.walk(mirror().resolve(source).resolve(version))) {
      List<Path> programs = all.filter(Files::isRegularFile).toList();
      if (programs.size() != 1)
        throw new IllegalStateException(source + " is there " + programs.size() + " times");
      return programs.getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
