package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.expression.value.Problem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class TemplateScannerTest {
  /// Text parts as they are, expressions in angle quotes.
  record Cut(String declared, List<String> parts) {}

  static Stream<Cut> cuts() {
    return Stream.of(
        new Cut("", List.of("")),
        new Cut("plain", List.of("plain")),
        new Cut("$HOME $(cmd) $5 $", List.of("$HOME $(cmd) $5 $")),
        new Cut("${'}'}", List.of("«'}'»")),
        new Cut("${'it\\'s }'}", List.of("«'it\\'s }'»")),
        new Cut("${r'\\'}x", List.of("«r'\\'»", "x")),
        new Cut("${bR\"\\\"}x", List.of("«bR\"\\\"»", "x")),
        new Cut("${\"\"\"a \" } b\"\"\"}", List.of("«\"\"\"a \" } b\"\"\"»")),
        new Cut("${'''it's\n}'''}", List.of("«'''it's\n}'''»")),
        new Cut("${a.`we}ird`}", List.of("«a.`we}ird`»")),
        new Cut("${a // c }\n}", List.of("«a // c }\n»")),
        new Cut("${m['${']}", List.of("«m['${']»")),
        new Cut("${ {'k': {'n': 1}}['k'] }", List.of("« {'k': {'n': 1}}['k'] »")),
        new Cut("${x}${y}", List.of("«x»", "«y»")),
        new Cut("$${HOME} ${a}", List.of("${HOME} ", "«a»")),
        new Cut("$$${a}", List.of("$${a}")),
        new Cut("$${$${${a}", List.of("${${", "«a»")),
        new Cut("a-${b}-c", List.of("a-", "«b»", "-c")));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void string_isCutWhereCelWouldCutIt(Cut cut) {
    var parts =
        TemplateScanner.scan(cut.declared()).stream()
            .map(part ->
                switch (part) {
                  case TemplateScanner.Part.Text(String text) -> text;
                  case TemplateScanner.Part.Embedded(String source, int start) -> {
                    assertThat(cut.declared().startsWith(source, start)).isTrue();
                    yield "«" + source + "»";
                  }
                })
            .toList();
    assertThat(parts).isEqualTo(cut.parts());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '#',
      value = {
        "${a, 0",
        "x${, 1",
        "${}, 0",
        "${ }, 0",
        "${a)}, 3",
        "${(a}, 4",
        "${'a}, 2",
        "${${a}}, 2",
        "#${[1,2}#, 6",
        "${`a}, 2",
        "${a // c }, 0",
        "#${'''a'}#, 2"
      })
  void unreadableString_isRefusedAtThePlace(String declared, int at) {
    var problem = catchThrowableOfType(Problem.class, () -> TemplateScanner.scan(declared));
    assertThat(problem.at()).isEqualTo(at);
  }

  @ParameterizedTest
  @CsvSource({"a", "$", "$$", "$a", "'$ {'"})
  void stringWithoutExpressions_isItsOwnText(String declared) {
    assertThat(TemplateScanner.scan(declared))
        .containsExactly(new TemplateScanner.Part.Text(declared));
  }
}
