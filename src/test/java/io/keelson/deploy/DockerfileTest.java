package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the Dockerfile to what it can see of the project, and to what `dev/release` makes.
final class DockerfileTest {
  private static final Path DESCRIPTION = Path.of("dev", "release.d", "image.json");
  private static final Pattern COPY = Pattern.compile("(?m)^COPY (?:--\\S+ )*(\\S+) (\\S+)$");
  private static final Pattern RECORDED = Pattern.compile("-XX:AOTCacheOutput=(\\S+)");
  private static final Pattern OPTION = Pattern.compile("-(?:XX:\\+|-sun)\\S+(?=.*AOTCacheOutput)");

  private static final ObjectMapper JSON = new ObjectMapper();

  private static Stream<MatchResult> found(Pattern pattern) throws IOException {
    return pattern.matcher(Files.readString(Path.of("Dockerfile"))).results();
  }

  private static JsonNode described(String pointer) throws IOException {
    return JSON.readTree(DESCRIPTION.toFile()).at(pointer);
  }

  /// What follows the word in the line of the Dockerfile that begins with it.
  private static String instruction(String word) throws IOException {
    return found(Pattern.compile("(?m)^" + word + " (.*)$")).findFirst().orElseThrow().group(1);
  }

  private static List<String> words(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void everythingThatIsCopied_existsOrIsBuiltAndIsNotIgnored() throws IOException {
    var seen =
        Files.readAllLines(Path.of(".dockerignore")).stream()
            .filter(line -> line.startsWith("!"))
            .map(line -> line.substring(1))
            .toList();
    var copied = found(COPY).map(each -> each.group(1)).toList();

    assertThat(copied)
        .contains("target/keelson.jar")
        .allMatch(source -> source.startsWith("target/") || Files.exists(Path.of(source)));
    assertThat(seen).containsAll(copied);
  }

  @Test
  void settings_areThoseOfTheRelease() throws IOException {
    assertThat(JSON.readTree(instruction("ENTRYPOINT"))).isEqualTo(described("/config/Entrypoint"));
    assertThat(JSON.readTree(instruction("CMD"))).isEqualTo(described("/config/Cmd"));
    assertThat(instruction("USER")).isEqualTo(described("/config/User").asText());
    assertThat(found(Pattern.compile("(?m)^WORKDIR (.*)$")).map(each -> each.group(1)).toList())
        .last()
        .isEqualTo(described("/config/WorkingDir").asText());
    assertThat(List.of(instruction("ENV").split(" "))).isEqualTo(words(described("/config/Env")));
  }

  @Test
  void files_areThoseOfTheRelease() throws IOException {
    var files = new ArrayList<String>();
    found(COPY).map(each -> each.group(2)).filter(at -> at.startsWith("/")).forEach(files::add);
    found(RECORDED).map(each -> each.group(1)).forEach(files::add);
    var released =
        described("/layers")
            .valueStream()
            .flatMap(layer -> words(layer).stream())
            .filter(path -> path.startsWith("opt/keelson/"))
            .map(path -> "/" + path)
            .toList();

    assertThat(files).containsExactlyInAnyOrderElementsOf(released);
  }

  @Test
  void rehearsal_hasTheCollectorAndHeadersOfTheEntryPoint() throws IOException {
    assertThat(found(OPTION).map(MatchResult::group).toList())
        .hasSize(3)
        .isSubsetOf(words(described("/config/Entrypoint")));
  }
}
