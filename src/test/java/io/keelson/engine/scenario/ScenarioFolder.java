package io.keelson.engine.scenario;

import io.keelson.json.JsonValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// The scenario files below `src/test/resources/scenarios`, each a test.
final class ScenarioFolder {
  private static final Path ROOT = Path.of("src/test/resources/scenarios");

  /// One operation at a time, few, and as many as there are.
  private static final List<Integer> PARALLELISM = List.of(1, 2, 3, 16);

  private static final Pattern CASE = Pattern.compile("\\bAC-\\d+");

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

  /// The file of a scenario, by the name that its test has.
  static Path file(String name) {
    return ROOT.resolve(name + ".yaml");
  }

  static String name(Path file) {
    return ROOT.relativize(file).toString().replace(".yaml", "");
  }

  /// The numbers of the cases that a scenario shows, so that its test is found by them.
  private static String cases(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      var numbers =
          lines
              .filter(line -> line.startsWith("rules:"))
              .flatMap(line -> CASE.matcher(line).results())
              .map(MatchResult::group)
              .toList();
      return numbers.isEmpty() ? "" : " (" + String.join(", ", numbers) + ")";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DynamicTest test(Path file) {
    return DynamicTest.dynamicTest(name(file) + cases(file), file.toUri(), () -> play(file));
  }

  /// Plays a scenario at every parallelism.
  static void play(Path file) throws IOException, JsonValues.NotAValue {
    var scenario = Scenario.read(file);
    for (int parallelism : PARALLELISM) ScenarioPlayer.play(scenario, parallelism);
  }
}
