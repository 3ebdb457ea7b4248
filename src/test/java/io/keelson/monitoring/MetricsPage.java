package io.keelson.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The tables of `docs/metrics.md`.
public final class MetricsPage {
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `(\\w+)` \\| (\\w+) \\| ([^|]*)\\| [^|]*\\S[^|]*\\|", Pattern.MULTILINE);

  private MetricsPage() {}

  /// A metric as Prometheus is told of it.
  ///
  /// @param type such as `counter`
  /// @param labels without that of the buckets
  public record Metric(String type, SortedSet<String> labels) {}

  /// Every metric that the page tells of, by its name.
  public static SortedMap<String, Metric> read() {
    var metrics = new TreeMap<String, Metric>();
    ROW.matcher(text())
        .results()
        .forEach(row -> metrics.put(row.group(1), new Metric(row.group(2), labels(row.group(3)))));
    return metrics;
  }

  private static String text() {
    try {
      return Files.readString(Path.of("docs/metrics.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SortedSet<String> labels(String cell) {
    var names = cell.replace("`", "").strip();
    return names.isEmpty() ? new TreeSet<>() : new TreeSet<>(List.of(names.split(", ", -1)));
  }
}
