package io.keelson.engine.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// The scenario files below `src/test/resources/scenarios`, each a test.
final class ScenarioFolder {
  private static final Path ROOT = Path.of("src/test/resources/scenarios");

  /// One operation at a time, few, and as many as there are.
  private static final List<Integer> PARALLELISM = List.of(1, 2, 3, 16);

  private ScenarioFolder() {}

  static Stream<DynamicTest> tests(String folder) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(ScenarioFolder::test)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DynamicTest test(Path file) {
    var name = ROOT.relativize(file).toString().replace(".yaml", "");
    return DynamicTest.dynamicTest(
        name,
        file.toUri(),
        () -> {
          var scenario = Scenario.read(file);
          for (int parallelism : PARALLELISM) ScenarioPlayer.play(scenario, parallelism);
        });
  }
}
