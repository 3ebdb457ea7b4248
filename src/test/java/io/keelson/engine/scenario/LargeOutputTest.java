package io.keelson.engine.scenario;

import io.keelson.json.JsonValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Outputs that are too large to be saved keep what they had, and nothing waits for them.
@Tag("R-LIM-10")
@Tag("R-VAL-22")
final class LargeOutputTest {
  @TempDir Path folder;

  /// @param scenario in which LONG is a text that is too long forty times
  private void play(String scenario) throws IOException, JsonValues.NotAValue {
    var text = scenario.replace("LONG", "l".repeat(20_000));
    ScenarioFolder.play(Files.writeString(folder.resolve("large.yaml"), text));
  }

  @Test
  void outputThatIsKnownToBeTooLarge_keepsItsValue() throws IOException, JsonValues.NotAValue {
    play(
        """
        story: An output becomes too large, and others change.
        rules: [R-LIM-10]
        prior:
          output.big: x
          output.small: x
        config:
          variable.text: LONG
          output.big: "${lists.range(40).map(i, variable.text)}"
          output.small: y
        plan: |
          ~ output.small "x" -> "y"
        errors: [VALUES_TOO_LARGE output.big]
        after:
          output.big: x
          output.small: y
        """);
  }

  @Test
  void outputThatTurnsOutTooLarge_isNotSaved() throws IOException, JsonValues.NotAValue {
    play(
        """
        story: How large an output is turns out when an id is known. What is made is made.
        rules: [R-LIM-10]
        config:
          variable.text: LONG
          server.web: {size: 1}
          output.big: "${lists.range(40).map(i, variable.text + server.web.id).join()}"
        plan: |
          + server.web  size: 1
          + output.big (unknown)
        errors: [VALUES_TOO_LARGE output.big]
        after:
          server.web: {id: web#1, size: 1}
        """);
  }
}
