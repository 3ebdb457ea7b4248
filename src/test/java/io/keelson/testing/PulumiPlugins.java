package io.keelson.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of Pulumi providers to test with, as `dev/pulumi-providers` builds them.
public final class PulumiPlugins {
  private static final Path SCRIPT = Path.of("dev", "pulumi-providers").toAbsolutePath();
  private static final int SOMETHING_TO_INSTALL = 3;

  private PulumiPlugins() {}

  /// The folder in which they are laid out like Pulumi's cache. The first time on a machine this
  /// builds them, which takes minutes; the progress goes to standard error. The property
  /// `keelson.pulumi-providers` names such a folder that is there already.
  public static Path folder() {
    return Plugins.FOLDER;
  }

  /// Looked up once: the sources that the name of the folder tells do not change during tests.
  private static final class Plugins {
    static final Path FOLDER = built();

    private static Path built() {
      var given = System.getProperty("keelson.pulumi-providers");
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
  /// @param name of the package, such as `keel`
  public static Path program(String name, String version) {
    var program =
        folder().resolve("resource-" + name + "-v" + version).resolve("pulumi-resource-" + name);
    if (!Files.isExecutable(program)) throw new IllegalStateException("there is no " + program);
    return program;
  }

  /// The program of a provider that is not one of ours, in any version. The property
  /// `keelson.upstream-providers` names a folder that is laid out like Pulumi's cache.
  ///
  /// @return empty if there is no such folder, or not this provider in it
  public static Optional<Path> upstream(String name) {
    var given = System.getProperty("keelson.upstream-providers");
    if (given == null) return Optional.empty();
    try (Stream<Path> versions = Files.list(Path.of(given))) {
      return versions
          .filter(each -> each.getFileName().toString().startsWith("resource-" + name + "-v"))
          .map(each -> each.resolve("pulumi-resource-" + name))
          .filter(Files::isExecutable)
          .sorted()
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
