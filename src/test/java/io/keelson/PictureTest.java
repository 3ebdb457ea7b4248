package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pictures of the first page are those that `dev/picture` draws.
final class PictureTest {
  private static final Path KEPT = Path.of("docs", "images");

  @TempDir private static Path drawn;

  @BeforeAll
  static void draw() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    Command.of(java.toString(), "dev/Picture.java", drawn.toString()).run().orThrow();
  }

  private static String[] names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toArray(String[]::new);
    }
  }

  @Test
  void pictures_areThoseThatAreDrawn() throws IOException {
    assertThat(names(KEPT)).containsExactly(names(drawn));
  }

  @ParameterizedTest
  @ValueSource(strings = {"change-light.svg", "change-dark.svg"})
  void picture_isWhatIsDrawn(String name) {
    assertThat(KEPT.resolve(name))
        .as("drawn by dev/picture, which has to be run again")
        .hasSameTextualContentAs(drawn.resolve(name));
  }

  /// A page that is not ours shows it without asking anybody else, and who cannot see it is told.
  @ParameterizedTest
  @ValueSource(strings = {"change-light.svg", "change-dark.svg"})
  void picture_standsByItself(String name) throws IOException {
    var svg = Files.readString(KEPT.resolve(name));
    assertThat(svg.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http", "href", "@import", "<script", "<image");
    assertThat(svg)
        .containsPattern("<title id=\"title\">.+</title>\\s+<desc id=\"description\">.+");
    assertThat(Files.readString(Path.of("README.md"))).contains("docs/images/" + name);
  }
}
