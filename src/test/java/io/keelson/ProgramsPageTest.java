package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The page about programs shows the components of the examples as they are.
final class ProgramsPageTest {
  @ParameterizedTest
  @CsvSource({"python, python/__main__.py", "javascript, node/index.js", "go, go/main.go"})
  void component_isOnThePageAsItIsInItsFile(String language, String file) throws IOException {
    var page = Files.readString(Path.of("docs/programs.md"));
    var code = Files.readString(Path.of("examples/programs").resolve(file));
    assertThat(page).contains("```" + language + "\n" + code + "```\n");
  }
}
