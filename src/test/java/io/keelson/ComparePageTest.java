package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds `docs/compare.md` to what it promises: each claim about Keelson names a test or a
/// benchmark that is there, each claim about others its source.
final class ComparePageTest {
  private static final Path PAGE = Path.of("docs", "compare.md");
  private static final Pattern LINK = Pattern.compile("\\[`?([^]`]+)`?]\\(([^)\\s]+)\\)");
  private static final Pattern ADVICE =
      Pattern.compile("(?s)\\*\\*Take (it|them)\\*\\*.+\\*\\*Take\\s+Keelson\\*\\*");
  private static final List<String> OTHERS =
      List.of(
          "tofu-controller",
          "Crossplane with Upjet",
          "Pulumi's operator",
          "kro",
          "Config Connector",
          "Terraform and OpenTofu by themselves");

  /// A cell of a table, with the head of its column.
  record Cell(String section, String column, String text) {
    List<MatchResult> links() {
      return LINK.matcher(text).results().toList();
    }
  }

  private static Stream<Cell> cells() throws IOException {
    var found = new ArrayList<Cell>();
    var section = "";
    List<String> heads = List.of();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("## ")) section = line.substring(3);
      if (!line.startsWith("|")) heads = List.of();
      else if (heads.isEmpty()) heads = row(line);
      else if (!line.startsWith("|---")) add(section, heads, row(line), found);
    }
    return found.stream();
  }

  private static List<String> row(String line) {
    return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
  }

  private static void add(String section, List<String> heads, List<String> row, List<Cell> found) {
    assertThat(row).as("%s", row).hasSameSizeAs(heads);
    for (int i = 0; i < heads.size(); i++) found.add(new Cell(section, heads.get(i), row.get(i)));
  }

  static Stream<Cell> claimsAboutUs() throws IOException {
    return cells().filter(cell -> cell.column().equals("Held by"));
  }

  static Stream<Cell> claimsAboutOthers() throws IOException {
    return cells().filter(cell -> cell.column().matches("Source|There"));
  }

  @ParameterizedTest
  @MethodSource("claimsAboutUs")
  void claimAboutUs_isHeldByWhatIsThere(Cell cell) throws IOException {
    assertThat(cell.links()).isNotEmpty();
    for (var link : cell.links()) {
      var file = PAGE.resolveSibling(link.group(2)).normalize();
      assertThat(file).isRegularFile();
      if (file.startsWith("bench")) continue;
      assertThat(file).startsWithRaw(Path.of("src", "test", "java"));
      var name = link.group(1).split("\\.", 2);
      assertThat(file).hasFileName(name[0] + ".java");
      if (name.length == 2) assertThat(file).content().contains("void " + name[1] + "(");
    }
  }

  @ParameterizedTest
  @MethodSource("claimsAboutOthers")
  void claimAboutOthers_namesItsSource(Cell cell) {
    assertThat(cell.links()).isNotEmpty();
    if (cell.column().equals("Source"))
      assertThat(cell.links()).allMatch(link -> link.group(2).startsWith("https://"));
  }

  @Test
  void eachOfTheOthers_isBetterAtSomethingAndTakenForSomething() throws IOException {
    var page = Files.readString(PAGE);
    for (var other : OTHERS) {
      assertThat(cells().filter(cell -> cell.section().equals(other)).map(Cell::column))
          .as(other)
          .contains("Better there", "Better here");
      var section = page.substring(page.indexOf("\n## " + other + "\n") + 1).split("\n## ", 2)[0];
      assertThat(section).as(other).containsPattern(ADVICE);
    }
  }
}
