package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What users read before they approve, byte for byte. `-Dgolden=update` writes the texts anew; the
/// change is reviewed as text.
class PlanTextTest {
  @TestFactory
  Stream<DynamicTest> plans() {
    return ScenarioFolder.files("texts")
        .map(file ->
            DynamicTest.dynamicTest(ScenarioFolder.name(file), file.toUri(), () -> compare(file)));
  }

  private static void compare(Path file) throws Exception {
    var golden = file.resolveSibling(file.getFileName().toString().replace(".yaml", ".txt"));
    var text = ScenarioPlayer.text(Scenario.read(file));
    if ("update".equals(System.getProperty("golden"))) write(golden, text);
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  private static void write(Path golden, String text) throws IOException {
    Files.writeString(golden, text);
  }
}
