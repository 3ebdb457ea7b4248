package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Main;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// The program as Maven has built it, with what a rehearsed start of the operator has recorded, as
/// in the image: starting takes about half the work then.
public final class RehearsedJar {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  // A process of a test is too short for a compiler that pays off later.
  private static final List<String> OPTIONS =
      List.of(
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xlog:aot*=error");

  private RehearsedJar() {}

  /// The words that start it, up to the first argument of its own.
  public static List<String> command() {
    return words("-XX:AOTCache=" + cache(), List.of("-jar", jar().toString()));
  }

  /// The words that start another main class with what is in it.
  public static List<String> command(Class<?> main) {
    var classes = jar() + File.pathSeparator + folder(main);
    return words("-XX:AOTCache=" + cache(), List.of("-cp", classes, main.getName()));
  }

  private static List<String> words(String cache, List<String> program) {
    return Stream.of(List.of(JAVA), OPTIONS, List.of(cache), program)
        .flatMap(List::stream)
        .toList();
  }

  private static Path jar() {
    return folder(Main.class).resolveSibling("keelson.jar");
  }

  private static Path folder(Class<?> part) {
    var classes = part.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(classes.getPath()).toAbsolutePath();
  }

  /// What was recorded; recorded now if it is older than the jar.
  public static synchronized Path cache() {
    var cache = jar().resolveSibling("rehearsed.aot");
    try {
      var made = Files.exists(cache) ? Files.getLastModifiedTime(cache) : null;
      if (made == null || made.compareTo(Files.getLastModifiedTime(jar())) < 0) rehearse(cache);
      return cache;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void rehearse(Path cache) throws IOException {
    var folder = Files.createTempDirectory(cache.getParent(), "rehearsal");
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(
            compiler.run(
                null, null, null, "-proc:none", "-d", folder.toString(), "dev/Rehearsal.java"))
        .isZero();
    // Renamed into place: a killed rehearsal leaves no half of one behind.
    var recorded = folder.resolve("recorded.aot");
    var classes = folder + File.pathSeparator + System.getProperty("java.class.path");
    Command.of(JAVA, "-cp", classes, "Rehearsal")
        .with(
            words("-XX:AOTCacheOutput=" + recorded, List.of("-jar", jar().toString()))
                .toArray(String[]::new))
        .with("operator", "--health-port=0", "--lease-namespace=rehearsal")
        .run()
        .orThrow();
    Files.move(recorded, cache, StandardCopyOption.ATOMIC_MOVE);
  }
}
