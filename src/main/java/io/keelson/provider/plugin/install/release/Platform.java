package io.keelson.provider.plugin.install.release;

import java.util.Locale;
import java.util.regex.Pattern;

/// What a package is built for, in the names that Go has: `linux_amd64`.
public record Platform(String os, String arch) implements Comparable<Platform> {
  private static final Pattern NAME = Pattern.compile("([a-z0-9]+)_([a-z0-9]+)");

  /// The platform this program runs on.
  public static Platform current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /// @param os as the Java system property `os.name` has it
  /// @param arch as the Java system property `os.arch` has it
  static Platform of(String os, String arch) {
    var system = os.toLowerCase(Locale.ROOT);
    var go =
        switch (arch.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          case "x86", "i386", "i486", "i586", "i686" -> "386";
          default -> arch.toLowerCase(Locale.ROOT);
        };
    if (system.startsWith("mac")) return new Platform("darwin", go);
    if (system.startsWith("windows")) return new Platform("windows", go);
    return new Platform(system, go);
  }

  /// @throws IllegalArgumentException if it is not `<os>_<arch>`
  public static Platform parse(String text) {
    var match = NAME.matcher(text);
    if (!match.matches())
      throw new IllegalArgumentException(
          "'" + text + "' is no platform; write <os>_<arch>, such as linux_amd64");
    return new Platform(match.group(1), match.group(2));
  }

  public static boolean isPlatform(String text) {
    return NAME.matcher(text).matches();
  }

  @Override
  public int compareTo(Platform other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return os + "_" + arch;
  }
}
