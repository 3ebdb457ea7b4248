package io.keelson;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Holds rules and tests to each other: every rule of `rules.yaml` is shown by a test, and every
/// test names rules that exist. Writes `target/rules.md`: rule, title, tests.
///
/// `outside.yaml` has the rules about things that Keelson does not have, each with the reason. It
/// may only shrink.
final class RuleTableTest {
  private static final Path FOLDER = Path.of("src/test/resources/rules");
  private static final Path TABLE = Path.of("target/rules.md");
  private static final Map<String, String> TITLES = read("rules.yaml");
  private static final Map<String, String> OUTSIDE = read("outside.yaml");
  private static final SortedMap<String, SortedSet<String>> TESTS = ShownRules.byRule();

  private static Map<String, String> read(String file) {
    var yaml = YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try {
      var rules =
          yaml.readValue(
              FOLDER.resolve(file).toFile(), new TypeReference<LinkedHashMap<String, String>>() {});
      return Collections.unmodifiableMap(rules);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void writeTable() throws IOException {
    var table = new StringBuilder("| Rule | Title | Tests |\n|---|---|---|\n");
    TITLES.forEach(
        (rule, title) -> table.append("| %s | %s | %s |%n".formatted(rule, title, shown(rule))));
    Files.createDirectories(TABLE.getParent());
    Files.writeString(TABLE, table);
  }

  private static String shown(String rule) {
    var tests = TESTS.get(rule);
    if (tests != null) return String.join(", ", tests);
    return "none: " + requireNonNullElse(OUTSIDE.get(rule), "**missing**");
  }

  @Test
  void everyRule_isShownByATest() {
    var missing = new TreeSet<>(TITLES.keySet());
    missing.removeAll(TESTS.keySet());
    missing.removeAll(OUTSIDE.keySet());
    assertThat(missing).as("rules without a test").isEmpty();
  }

  @Test
  void everyRuleThatATestNames_exists() {
    var unknown = new TreeSet<>(TESTS.keySet());
    unknown.removeAll(TITLES.keySet());
    assertThat(unknown).as("rules that are not in rules.yaml").isEmpty();
  }

  @Test
  void rulesAboutWhatKeelsonDoesNotHave_haveNoTest() {
    assertThat(shownAmong(OUTSIDE)).as("rules with a test, in outside.yaml").isEmpty();
    assertThat(OUTSIDE.keySet()).isSubsetOf(TITLES.keySet());
  }

  private static SortedSet<String> shownAmong(Map<String, String> rules) {
    var ids = new TreeSet<>(rules.keySet());
    ids.retainAll(TESTS.keySet());
    return ids;
  }

  /// Scenarios get the numbers of their cases into their names by themselves.
  @Test
  void testsOfCases_areNamedByTheirNumbers() {
    TESTS.forEach((rule, tests) -> {
      if (!rule.startsWith("AC-")) return;
      var number = rule.toLowerCase(Locale.ROOT).replace("-", "");
      assertThat(tests)
          .filteredOn(test -> test.contains("."))
          .as("tests of %s", rule)
          .allMatch(test -> test.toLowerCase(Locale.ROOT).contains(number));
    });
  }
}
