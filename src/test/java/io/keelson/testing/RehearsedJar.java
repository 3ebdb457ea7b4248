package io.keelson.testing;

import io.keelson.Main;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The program as Maven has built it, with what a rehearsed start of the operator has recorded, as
/// in the image: starting takes about half the work then.
public final class RehearsedJar {
  private static final Path SCRIPT = Path.of("dev", "rehearse").toAbsolutePath();
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  // A process of a test is too short for a compiler that pays off later.
  private static final List<String> OPTIONS =
      List.of(
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:TieredStopAtLevel=1",
          "-Djava.security.properties=" + Path.of("src", "test", "tls.properties").toAbsolutePath(),
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
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
    return Stream.of(List.of(JDK.resolve("bin/java").toString()), OPTIONS, List.of(cache), program)
        .flatMap(List::stream)
        .toList();
  }

  /// The jar alone.
  public static Path jar() {
    return folder(Main.class).resolveSibling("keelson.jar");
  }

  private static Path folder(Class<?> part) {
    var classes = part.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(classes.getPath()).toAbsolutePath();
  }

  /// What was recorded; recorded now if nothing is there that fits.
  public static Path cache() {
    return Recorded.CACHE;
  }

  /// Looked for once: the jar does not change during tests.
  private static final class Recorded {
    static final Path CACHE = jar().resolveSibling("keelson.aot");

    static {
      Command.of(SCRIPT.toString(), JDK.toString(), jar().toString()).run().orThrow();
    }
  }
}
