package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What a release before this one may have looked like: the chart of today with an older version,
/// without a field of a CRD, and with an object that is no longer rendered.
final class EarlierChart {
  static final String VERSION = "0.0.9";

  /// A field of the spec of a Stack that it does not know.
  static final String UNKNOWN_FIELD = "settle";

  /// A ConfigMap that only it has.
  static final String FORMER_CONFIG_MAP = "keelson-former";

  private EarlierChart() {}

  static Path in(Path folder) throws IOException {
    var today = Path.of("helm/keelson");
    try (Stream<Path> all = Files.walk(today)) {
      all.forEach(path -> copy(path, folder.resolve(today.relativize(path))));
    }
    rewrite(folder.resolve("Chart.yaml"), "(?m)^((appV|v)ersion): .*$", "$1: " + VERSION);
    // With all lines that are deeper.
    rewrite(
        folder.resolve("files/crds/stacks.yaml"),
        "(?m)^( +)" + UNKNOWN_FIELD + ":\\n(\\1 +.*\\n)+",
        "");
    Files.writeString(
        folder.resolve("templates/former.yaml"),
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s}
        """
            .formatted(FORMER_CONFIG_MAP));
    return folder;
  }

  private static void copy(Path from, Path to) {
    try {
      if (Files.isDirectory(from)) Files.createDirectories(to);
      else Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void rewrite(Path file, String pattern, String replacement) throws IOException {
    var before = Files.readString(file);
    var after = before.replaceAll(pattern, replacement);
    assertThat(after).as(file.toString()).isNotEqualTo(before);
    Files.writeString(file, after);
  }
}
