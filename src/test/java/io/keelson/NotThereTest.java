package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Holds what pages say is not there to a list, and the list to what is there: such a sentence is
/// forgotten when the thing is built.
final class NotThereTest {
  private static final Path LIST = Path.of("src/test/resources/not-there.yaml");
  private static final Path SITUATIONS = Path.of("src/test/resources/pulumi-scenarios.yaml");

  private static final Pattern SENTENCE =
      Pattern.compile(
          "(?i)not there yet|in this version|\\bnot implemented|\\bnot supported yet"
              + "|there are no (modules|components)|a stack is flat");

  /// A heading below which every item of a list is such a sentence.
  private static final Pattern HEADING = Pattern.compile("(?i)#+ .*\\bnot there\\b.*");

  private static final Pattern KEY = Pattern.compile("<!-- not there: ([a-z, -]+) -->");

  private static JsonNode list() throws IOException {
    return new YAMLMapper().readTree(LIST.toFile());
  }

  /// A line that says so without a key, with its page.
  private static void unnamed(Path page, List<String> found, SortedSet<String> named)
      throws IOException {
    boolean below = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("#")) below = HEADING.matcher(line).matches();
      var key = KEY.matcher(line);
      if (key.find()) {
        named.addAll(List.of(key.group(1).split(", ", -1)));
        continue;
      }
      boolean item = below && line.startsWith("* ");
      boolean sentence = !line.startsWith("#") && SENTENCE.matcher(line).find();
      if (item || sentence) found.add(page + ": " + line);
    }
  }

  @Test
  void sentenceOfAPage_namesWhatIsNotThere() throws IOException {
    var found = new ArrayList<String>();
    var named = new TreeSet<String>();
    for (Path page : DocumentationTest.pages().toList())
      if (!page.endsWith("CHANGELOG.md")) unnamed(page, found, named);

    assertThat(found).as("sentences without <!-- not there: KEY -->").isEmpty();
    assertThat(keys()).containsAll(named);
  }

  @Test
  void situationThatHasToWait_namesWhatFor() throws IOException {
    for (var situation : new YAMLMapper().readTree(SITUATIONS.toFile()).properties())
      if (situation.getValue().get("kind").asText().equals("later"))
        assertThat(keys())
            .as(situation.getKey())
            .contains(situation.getValue().path("lacks").asText());
  }

  @Test
  void nothingOfTheList_isThere() throws IOException {
    for (var each : list().properties()) {
      var absent = each.getValue().get("absent");
      assertThat(Files.readString(Path.of(absent.get("in").asText())))
          .as("%s: the pages say that it is not there", each.getKey())
          .doesNotContainPattern(absent.get("word").asText());
    }
  }

  private static SortedSet<String> keys() throws IOException {
    return list().properties().stream()
        .map(each -> each.getKey())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
