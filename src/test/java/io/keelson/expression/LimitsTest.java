package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitsTest {
  private final Stage stage = Sample.stage();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lists.range(50000000)",
        "lists.range(1000).map(i, lists.range(1000).map(j, j))",
        "lists.range(1000).map(i, lists.range(1000)).flatten()",
        "lists.range(30000).map(i, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').join(',')",
        "'aaaaaaaaaa'.replace('a','aaaaaaaaaa').replace('a','aaaaaaaaaa').replace('a','aaaaaaaaaa')"
            + ".replace('a','aaaaaaaaaa').replace('a','aaaaaaaaaa').replace('a','aaaaaaaaaa')",
        "try(lists.range(50000000), 1)",
        "can(lists.range(50000000))",
        "lists.range(50000000) == [] || true"
      })
  void expensiveExpression_isStopped(String source) {
    var problem = stage.problem("${" + source + "}");
    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
    assertThat(problem.summary()).isEqualTo("expression is too expensive");
  }

  @Test
  void doublingText_isStopped() {
    var source = "'aaaaaaaaaa'";
    for (int i = 0; i < 24; i++)
      source = "cel.bind(x" + i + ", " + source + ", x" + i + " + x" + i + ")";
    assertThat(stage.problem("${" + source + "}").summary())
        .isEqualTo("expression is too expensive");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "1+(", "x.a["})
  void deepNesting_isRefused(String opening) {
    var problem = stage.problem("${" + opening.repeat(2000) + "1" + closing(opening) + "}");
    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
    assertThat(problem.summary()).isEqualTo("unreadable expression");
  }

  private static String closing(String opening) {
    return (opening.endsWith("(") ? ")" : "]").repeat(2000);
  }

  @Test
  void longSource_isRefused() {
    var problem = stage.problem("${" + "1 + ".repeat(5000) + "1}");
    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
  }

  @Test
  void longChainOfSteps_isRefused() {
    var problem = stage.problem("${x.a.out" + "[0]".repeat(5000) + "}");
    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
    assertThat(problem.summary()).isEqualTo("unreadable expression");
  }

  @Test
  void hugeNumber_isRefused() {
    assertThat(stage.problem("${1e999999}").code()).isEqualTo(Code.EXPRESSION);
    assertThat(stage.problem("${number('1e999999')}").code()).isEqualTo(Code.EXPRESSION);
    assertThat(stage.problem("${lists.range(20).map(i, 1e900)[0] * 1e900}").code())
        .isEqualTo(Code.EXPRESSION);
  }
}
