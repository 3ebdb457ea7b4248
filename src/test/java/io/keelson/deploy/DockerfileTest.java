package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds the Dockerfile to what it can see of the project.
final class DockerfileTest {
  private static final Pattern COPY = Pattern.compile("(?m)^COPY (?!--from)(?:--\\S+ )*(.+) \\S+$");
  private static final Pattern RESOURCES =
      Pattern.compile("<resource>\\s*<directory>([^<]+)</directory>");

  private static List<String> copied() throws IOException {
    var sources = new ArrayList<String>();
    COPY.matcher(Files.readString(Path.of("Dockerfile")))
        .results()
        .forEach(each -> sources.addAll(List.of(each.group(1).split(" "))));
    return sources;
  }

  @Test
  void everythingThatIsCopied_existsAndIsNotIgnored() throws IOException {
    var seen =
        Files.readAllLines(Path.of(".dockerignore")).stream()
            .filter(line -> line.startsWith("!"))
            .map(line -> line.substring(1))
            .toList();

    assertThat(copied()).isNotEmpty().allMatch(source -> Files.exists(Path.of(source)));
    assertThat(seen).containsAll(copied());
  }

  @Test
  void everythingThatIsPutIntoTheJar_isCopied() throws IOException {
    var folders =
        RESOURCES
            .matcher(Files.readString(Path.of("pom.xml")))
            .results()
            .map(each -> each.group(1));

    assertThat(folders)
        .isNotEmpty()
        .allMatch(folder -> copiedFolders().stream().anyMatch(folder::startsWith));
  }

  private static List<String> copiedFolders() {
    try {
      return copied();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
