package io.keelson.monitoring;

import io.keelson.testing.Command;
import java.nio.file.Path;

/// Programs of Prometheus, as `dev/prometheus` has them.
final class Promtool {
  private static final Path SCRIPT = Path.of("dev", "prometheus").toAbsolutePath();

  private Promtool() {}

  /// Runs promtool to its end.
  static Command.Result run(String... words) {
    return Command.of(program("promtool")).with(words).run();
  }

  /// The path of `prometheus` or `promtool`. The first time on a machine this downloads them.
  static String program(String name) {
    return Programs.FOLDER.resolve(name).toString();
  }

  /// Looked up once.
  private static final class Programs {
    static final Path FOLDER = built();

    private static Path built() {
      Command.of(SCRIPT.toString(), "build").showingProgress().run().orThrow();
      return Path.of(Command.of(SCRIPT.toString(), "path").run().orThrow().out().strip());
    }
  }
}
