package io.keelson.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

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

  /// The components of tests, as arguments of one: a name and a version. What is left out, because
  /// Node or Python is not on this machine, is named.
  public static Stream<Arguments> components() {
    return Stream.of(
            new Built("parts", "1.0.0"),
            new Built("nodeparts", "1.0.0"),
            new Built("pyparts", "0.0.0"))
        .filter(Built::isThere)
        .map(each -> Arguments.of(each.name(), each.version()));
  }

  private record Built(String name, String version) {
    boolean isThere() {
      boolean there = Files.isExecutable(path(name, version));
      if (!there)
        System.err.println("Left out: " + name + ", which dev/pulumi-providers did not build");
      return there;
    }
  }

  private static Path path(String name, String version) {
    return folder().resolve("resource-" + name + "-v" + version).resolve("pulumi-resource-" + name);
  }

  /// The program of a provider.
  ///
  /// @param name of the package, such as `keel`
  public static Path program(String name, String version) {
    var program = path(name, version);
    if (!Files.isExecutable(program)) throw new IllegalStateException("there is no " + program);
    return program;
  }

  /// The program of a provider of ours, in whatever version it has.
  ///
  /// @return empty if it was left out, as what it needs is not on this machine
  public static Optional<Path> program(String name) {
    return in(folder(), name);
  }

  /// The program of a provider that is not one of ours, in any version. The property
  /// `keelson.upstream-providers` names a folder that is laid out like Pulumi's cache.
  ///
  /// @return empty if there is no such folder, or not this provider in it
  public static Optional<Path> upstream(String name) {
    var given = System.getProperty("keelson.upstream-providers");
    return given == null ? Optional.empty() : in(Path.of(given), name);
  }

  private static Optional<Path> in(Path folder, String name) {
    try (Stream<Path> versions = Files.list(folder)) {
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
