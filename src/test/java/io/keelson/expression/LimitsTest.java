package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.value.Value;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What no expression may do, however it is written: take long, need much memory, or nest deeply.
final class LimitsTest {
  private static final String STEPS =
      "Split the work over several locals, each of which has as many steps of its own, or make the"
          + " value elsewhere.";

  private final Stage stage =
      Sample.stage()
          .with("local.text", Value.text("a".repeat(600_000)))
          .with("k.n", Value.tuple(List.of(Value.number(1))))
          .with("local.digits", Value.text("1".repeat(600_000)))
          .with(
              "local.laughs",
              Value.text(
                  """
                  a: &a [x, x, x, x, x, x, x, x, x, x]
                  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
                  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
                  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
                  e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
                  f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
                  """));

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
        "lists.range(50000000) == [] || true",
        "x.a.flag ? lists.range(50000000) : []",
        "local.text + local.text",
        "local.text.replace('', 'b')",
        "local.text.replace('a', local.text)",
        "local.text.split('')",
        "regex.replace(local.text, 'a', local.text)",
        "regex.replace(local.text, '(a+)', '\\\\1\\\\1')",
        "local.text.matches('a{100}b')",
        "regex.extractAll(local.text, 'a')",
        "'%s%s'.format([local.text, local.text])",
        "lists.range(2000).map(i, '%1000d').join('').format(lists.range(2000))",
        "'a\\nb'.indent(2000000)",
        "lists.range(1000).map(i, '\\n').join('').indent(2000)",
        "template('${t}${t}', {'t': local.text})",
        "lists.range(6000).map(i, template('${i}', {'i': i}))",
        "template('${lists.range(200000)}', {})",
        "json.encode([local.text, local.text])",
        "yaml.encode([local.text, local.text])",
        "json.decode('[' + local.digits.replace('1', '1,') + '1]')",
        "yaml.decode(local.laughs)",
        "base64.encode(bytes(local.text) + bytes('a'))+ base64.encode(local.text)",
        "lists.range(1000).map(i, hash.sha256(local.text))",
        "lists.range(1000).filter(i, x.many == x.many && local.text == local.text + '')",
        "lists.range(400).map(i, lists.range(400) == lists.range(400))",
        "lists.range(50000).map(i, [i]).sortBy(i, i[0])",
        "lists.range(20000).map(i, {'k': i, 'l': [i, i]})",
        "sets.contains(lists.range(1000), lists.range(1000))",
        "lists.range(60000).chunk(1)",
        "lists.range(20).map(i, local.text)"
      })
  void expensiveExpression_isStopped(String source) {
    var problem = stage.problem("${" + source + "}");
    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
    assertThat(problem.summary()).isEqualTo("expression is too expensive");
    assertThat(problem.detail()).doesNotEndWith("^");
  }

  /// Each step doubles what the whole is written as, and makes only one new value.
  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          'aaaaaaaaaa'     → %1$s + %1$s
          [1]              → %1$s + %1$s
          [1]              → [%1$s, %1$s]
          [1]              → {'a': %1$s, 'b': %1$s}
          [1]              → [1, 2].map(i, %1$s)
          [1]              → concat(%1$s, %1$s)
          [1]              → toList([%1$s, %1$s])
          {'a': 1}         → merge({'a': %1$s}, {'b': %1$s})
          [1]              → optional.of([%1$s, %1$s]).value()
          """)
  void doubling_isStopped(String start, String step) {
    var source = new StringBuilder(start);
    for (int i = 0; i < 30; i++) {
      var name = "v" + i;
      source
          .insert(0, "cel.bind(" + name + ", ")
          .append(", ")
          .append(step.formatted(name))
          .append(")");
    }
    assertThat(stage.problem("${" + source + "}").summary())
        .isEqualTo("expression is too expensive");
  }

  @Test
  void expensiveCall_isShownWithARemedy() {
    assertThat(stage.problem("a-${'b' + [1, 2].map(i, lists.range(i * 90000)).join()}").toString())
        .isEqualTo(
            """
            server.web: config.name: expression is too expensive: the evaluation needs more than 100000 steps.
              a-${'b' + [1, 2].map(i, lists.range(i * 90000)).join()}
                                                 ^
            %s\
            """
                .formatted(STEPS));
  }

  @Test
  void longText_isShownWithARemedy() {
    assertThat(stage.problem("${local.text + local.text}").toString())
        .isEqualTo(
            """
            server.web: config.name: expression is too expensive: a text would have 1200000 characters, and may have at most 1000000.
              ${local.text + local.text}
                           ^
            Make several shorter texts, or keep what is this long outside of the stack.\
            """);
  }

  @Test
  void largeResult_isShownWithARemedy() {
    assertThat(stage.problem("${lists.range(20).map(i, local.text)}").toString())
        .isEqualTo(
            """
            server.web: config.name: expression is too expensive: the value would have more than 10000000 characters.
              ${lists.range(20).map(i, local.text)}
              ^
            Pick the attributes that are needed, with map(x, x.name) for example.\
            """);
  }

  /// What the scope has already is passed on, however large it is.
  @Test
  void largeValueOfAReference_isNoResultOfTheExpression() {
    var large = Value.text("a".repeat(11_000_000));
    var other = new Stage().with("local.large", large);
    assertThat(other.value("local.large")).isSameAs(large);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "1+(", "x.a[", "!(", "1 == ("})
  void deepNesting_isRefused(String opening) {
    var problem = stage.problem("${" + opening.repeat(2000) + "1" + closing(opening) + "}");
    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
    assertThat(problem.summary()).isEqualTo("expression is nested too deeply");
    assertThat(problem.detail())
        .startsWith("brackets, steps and operators may nest at most 100 deep.")
        .endsWith("Split it over several locals.");
  }

  private static String closing(String opening) {
    return (opening.endsWith("(") ? ")" : "]").repeat(2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.a.out%s[0]", "1%s + 1", "true ? 1 : %s0", "x.a.id%s.trim()"})
  void longChain_isRefused(String shape) {
    int at = shape.indexOf("%s");
    var end = shape.substring(at + 2);
    boolean before = end.equals("0") || end.equals("1");
    var repeated = before ? shape.substring(0, at) : end;
    var source =
        before ? repeated.repeat(1000) + end : shape.substring(0, at) + repeated.repeat(1000);
    var problem = stage.problem("${" + source + "}");
    assertThat(problem.summary()).isEqualTo("expression is nested too deeply");
  }

  @Test
  void manyConditions_areNoNesting() {
    var source = "x.a.num == 7" + " && true".repeat(1500);
    assertThat(Shown.of(stage.value(source))).isEqualTo("true");
  }

  @Test
  void longSource_isRefused() {
    var problem = stage.problem("ab${'" + "😀".repeat(16_000) + "'}");
    assertThat(problem.summary()).isEqualTo("expression is too long");
    assertThat(problem.detail())
        .startsWith("it has 16002 characters, and may have at most 16000.")
        .endsWith("Split it over several locals, or write long values outside of '${…}'.");
    assertThat(stage.expression("${'" + "😀".repeat(15_998) + "'}").references()).isEmpty();
  }

  @Test
  void loopsInsideLoops_areCounted() {
    assertThat(stage.value(loops(5))).isNotNull();
    assertThat(stage.problem("${" + loops(6) + "}").toString())
        .isEqualTo(
            """
            server.web: config.name: loops are nested too deeply: at most 5 loops may stand inside each other.
              …n.map(f, k.n.map(e, k.n.map(d, k.n.map(c, k.n.map(b, k.n.map(a, 1))))))}
                                                                           ^
            Make a part of it a local, and refer to that.\
            """);
    assertThat(stage.value("k.n" + ".map(a, a)".repeat(10))).isNotNull();
  }

  private static String loops(int depth) {
    return depth == 0 ? "1" : "k.n.map(%c, %s)".formatted('a' + depth - 1, loops(depth - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(((((a{30}){30}){30}){30}){30}){30}",
        "([a-z]{500}\\\\d{500}){3}",
        "\\\\pL{999}(b{999}|c{999})",
        "(a{500,}){5}",
        "(a{1,1000}?b*){3}"
      })
  void largeRegularExpression_isRefusedBeforeItIsMade(String regex) {
    for (String call :
        new String[] {
          "'a'.matches('%s')", "regex.extract('a', '%s')", "regex.replace('a', '%s', '')"
        }) {
      var problem = stage.problem("${" + call.formatted(regex) + "}");
      assertThat(problem.summary()).isEqualTo("regular expression too large");
      assertThat(problem.detail())
          .startsWith("this regular expression has more than 2000 steps.")
          .endsWith("Repeat less in it, with smaller numbers in '{…}'.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?){0,20}$",
        "^\\\\d{4}-\\\\d{2}-\\\\d{2}T\\\\d{2}:\\\\d{2}$",
        "[{]{3}[^]}]\\\\Q{9999}{9999}\\\\E",
        "a{b}|{9|{,9}",
        "[[:alpha:]{9999}]{2}",
        "\\\\x{10FFFF}{2}\\\\p{Greek}{3}"
      })
  void usualRegularExpression_isTaken(String regex) {
    assertThat(Shown.of(stage.value("'-'.matches('%s')".formatted(regex)))).isEqualTo("false");
  }

  @Test
  void wrongRegularExpression_isShownWithARemedy() {
    assertThat(stage.problem("${'a'.matches('(?=a)')}").toString())
        .isEqualTo(
            """
            server.web: config.name: wrong regular expression: invalid or unsupported Perl syntax.
              ${'a'.matches('(?=a)')}
                           ^
            It must be one of RE2, which has no look-around and no back references.\
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999",
        "number('1e999999')",
        "lists.range(20).map(i, 1e900)[0] * 1e900",
        "number(local.digits)",
        "toNumber(local.digits)",
        "int(local.digits)",
        "x.a.list[local.digits].name",
        "yaml.decode(local.digits)",
        "json.decode(local.digits)",
        "quantity(local.digits)",
        "'%d'.format([number('1e1000') * 10])",
        "math.round(1e1000) * 10",
        "[1e1000, 9e1000, 9e1000].sum() * 100"
      })
  void hugeNumber_isRefused(String source) {
    assertThat(stage.problem("${" + source + "}").code()).isIn(Code.EXPRESSION, Code.BAD_REFERENCE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "json.decode('[' + lists.range(500).map(i, '[').join('') + lists.range(500).map(i,"
            + " ']').join('') + ']')",
        "yaml.decode(lists.range(200).map(i, '[').join('') + lists.range(200).map(i,"
            + " ']').join(''))",
        "[[[[[[[[[[local.deep]]]]]]]]]]",
        "[local.deep].map(i, [[[[[[[[[[i]]]]]]]]]])"
      })
  @Tag("R-LIM-4")
  void deepValue_isRefused(String source) {
    Value deep = Value.number(1);
    for (int i = 0; i < 95; i++) deep = Value.tuple(List.of(deep));

    var problem = stage.with("local.deep", deep).problem("${" + source + "}");

    assertThat(problem.code()).isEqualTo(Code.EXPRESSION);
    assertThat(problem.toString()).containsAnyOf("nested more than 100 levels deep", "too deep");
  }
}
