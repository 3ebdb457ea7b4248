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
    return files(folder).map(ScenarioFolder::test);
  }

  /// The scenario files of a folder, by name.
  static Stream<Path> files(String folder) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String name(Path file) {
    return ROOT.relativize(file).toString().replace(".yaml", "");
  }

  private static DynamicTest test(Path file) {
    return DynamicTest.dynamicTest(
        name(file),
        file.toUri(),
        () -> {
          var scenario = Scenario.read(file);
          for (int parallelism : PARALLELISM) ScenarioPlayer.play(scenario, parallelism);
        });
  }
}
