package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What kubectl makes of the same table is held by `AppliedValuesIT`.
final class ManifestYamlTest {
  static Stream<Arguments> scalars() throws IOException, JsonValues.NotAValue {
    try (var file = ManifestYamlTest.class.getResourceAsStream("/yaml/scalars.yaml")) {
      var table = LiteralYaml.tree(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      return StreamSupport.stream(table.spliterator(), false)
          .map(row -> Arguments.of(row.get(0).textValue(), row.get(1)));
    }
  }

  @ParameterizedTest
  @MethodSource("scalars")
  void value_isReadAsKubectlDoes(String written, JsonNode expected) throws Exception {
    assertThat(comparable(only("value: " + written).get("value"))).isEqualTo(comparable(expected));
  }

  @Test
  void lines_areThoseOfTheFile() throws Exception {
    var documents =
        ManifestYaml.read(
            """
            # first
            a: 1
            ---

            b:
            - c: x
              d~/e: |
                text
            """);

    assertThat(documents.get(0).lines()).containsEntry("", 2).containsEntry("/a", 2);
    assertThat(documents.get(1).lines())
        .containsEntry("", 5)
        .containsEntry("/b/0/c", 6)
        .containsEntry("/b/0/d~0~1e", 7);
  }

  @Test
  void emptyDocuments_areLeftOut() throws Exception {
    assertThat(ManifestYaml.read("---\n# nothing\n---\n~\n---\na: 1\n---\n")).hasSize(1);
    assertThat(ManifestYaml.read("")).isEmpty();
  }

  @Test
  void jsonWithTabs_isRead() throws Exception {
    var json = "{\n\t\"a\": [12345678901234567890, 1.0, \"\\/\"]\n}";

    assertThat(comparable(only(json)))
        .isEqualTo(comparable(only("{a: [12345678901234567000, 1, /]}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`a: 1\na: 2` | 2 | Duplicate field 'a'",
        "`{1: a, 0x1: b}` | 1 | Duplicate field '1'",
        "`x:\n  a: .inf` | 2 | infinity",
        "`a: !!int x` | 1 | not what its tag says",
        "`? [a]\n: b` | 1 | a key must be text",
        "`~: b` | 1 | a key must be text",
        "`a: &x [*x]` | 1 | holds itself",
        "`a:\n  <<: 12` | 2 | << takes a mapping",
        "`a: *nobody` | 1 | undefined alias",
        "`a: [` | 1 | expected"
      })
  void whatCannotBeRead_isToldWithItsLine(String yaml, int line, String problem) {
    assertThatThrownBy(() -> ManifestYaml.read(yaml))
        .isInstanceOfSatisfying(
            ManifestYaml.Malformed.class, malformed -> assertThat(malformed.line()).isEqualTo(line))
        .hasMessageContaining(problem);
  }

  @Test
  void message_quotesNothingThatMayBeSecret() {
    assertThatThrownBy(() -> ManifestYaml.read("a: 'hunter2' 'hunter2'\nb: *hunter2\n"))
        .isInstanceOf(ManifestYaml.Malformed.class)
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void aliasesOfAliases_areRefusedBeforeTheyFillTheMemory() {
    var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++)
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)));

    assertThatThrownBy(() -> ManifestYaml.read(bomb.toString()))
        .isInstanceOf(ManifestYaml.Malformed.class)
        .hasMessage("its aliases stand for too much");
  }

  @Test
  void deepValue_isRefusedWithItsLine() {
    assertThatThrownBy(() -> only("a: b\nc: " + "[".repeat(100_000)))
        .isInstanceOfSatisfying(
            ManifestYaml.Malformed.class, malformed -> assertThat(malformed.line()).isEqualTo(2))
        .hasMessage("it is nested more than 100 levels deep; declare something flatter");
  }

  @Test
  void valueThatAliasesMakeDeep_isRefused() {
    var yaml = new StringBuilder("a0: &a0 x\n");
    for (int i = 1; i <= 10; i++)
      yaml.append(
          "a%d: &a%d %s *a%d %s\n".formatted(i, i, "[".repeat(250), i - 1, "]".repeat(250)));

    assertThatThrownBy(() -> only(yaml.toString()))
        .isInstanceOf(ManifestYaml.Malformed.class)
        .hasMessage("it is nested more than 100 levels deep; declare something flatter");
  }

  @Test
  void mappingThatMergesMakeDeep_isRefused() {
    var yaml = new StringBuilder("a0: &a0 {b: x}\n");
    for (int i = 1; i <= 3_000; i++) yaml.append("a%d: &a%d {<<: *a%d}\n".formatted(i, i, i - 1));

    assertThatThrownBy(() -> only(yaml.toString())).isInstanceOf(ManifestYaml.Malformed.class);
  }

  private static JsonNode only(String yaml) throws ManifestYaml.Malformed {
    return ManifestYaml.read(yaml).getFirst().tree();
  }

  /// Numbers as their value alone, for 1.0 and 1 are the same.
  private static Object comparable(JsonNode tree) {
    if (tree.isNumber()) return tree.decimalValue().stripTrailingZeros();
    if (tree instanceof ObjectNode object) {
      var fields = new java.util.TreeMap<String, Object>();
      object.properties().forEach(each -> fields.put(each.getKey(), comparable(each.getValue())));
      return fields;
    }
    if (tree.isArray())
      return StreamSupport.stream(tree.spliterator(), false)
          .map(ManifestYamlTest::comparable)
          .toList();
    return tree;
  }
}
