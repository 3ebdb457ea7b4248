package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.expression.Sample;
import io.keelson.expression.Shown;
import io.keelson.expression.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TemplateFunctionTest {
  private final Stage stage =
      Sample.stage()
          .with("local.greeting", Value.text("Hello ${name}!"))
          .with(
              "local.hosts",
              Value.text("${hosts.map(h, 'server %s:%d'.format([h.name, h.port])).join('\\n')}\n"))
          .with("local.both", Value.text("${known}-${secret}-${open}"))
          .with("local.first", Value.text("${known}-${choose ? secret : known}"))
          .with("local.broken", Value.text("a: 1\nb: ${nam}\n"))
          .with("local.plain", Value.text("$HOME costs $5, $${x} too"))
          .with("local.unread", Value.text("${name"))
          .with("local.list", Value.text("${l}"))
          .with("local.self", Value.text("${template(t, {'t': t})}"))
          .with("local.hidden", Value.text("${nam} s3cret").mark(Marks.sensitive("variable.text")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          template(local.greeting, {'name': 'world'})          → "Hello world!"
          template(local.greeting, {'name': 1.50})             → "Hello 1.5!"
          template(local.greeting, {'name': '😀', 'more': 1, 'a-b': 2}) → "Hello 😀!"
          template('', {})                                     → ""
          template(local.plain, {})                            → "$HOME costs $5, ${x} too"
          template(local.hosts, {'hosts': [{'name': 'a', 'port': 1}, {'name': 'b', 'port': 2}]}) → "server a:1\\nserver b:2\\n"
          template(local.hosts, {'hosts': []})                 → "\\n"
          template(local.greeting, {'name': x.a.id})           → ?<string>*
          template(local.greeting, {'name': 'n', 'more': x.a.id}) → "Hello n!"
          template(x.a.id, {})                                 → ?<string>*
          template(local.greeting, {'name': x.a.pw})           → "Hello s3cret!"!{a.pw}
          template(local.greeting, {'name': 'n', 'more': x.a.pw}) → "Hello n!"
          template(sensitive('x'), {})                         → "x"!{sensitive()}
          template('x', sensitive({'a': 1}))                   → "x"!{sensitive()}
          template(local.both, {'known': 1, 'secret': x.a.pw, 'open': x.a.id}) → ?<string>*!{a.pw}
          template(local.first, {'known': 'k', 'secret': x.a.pw, 'choose': false}) → "k-k"
          [1, 2].map(i, template(local.greeting, {'name': i})) → ["Hello 1!", "Hello 2!"]
          template('${a}' + '${b}', {'a': 1, 'b': template('${c}', {'c': 2})}) → "12"
          """)
  void template_isFilledIn(String source, String expected) {
    assertThat(Shown.of(stage.value(source)).replace("\n", "\\n")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          template(local.broken, {'name': 1})   → mistake in a template: there is no variable 'nam' (line 2, column 6 of the template).
          template(local.unread, {'name': 1})   → mistake in a template: this '${' has no '}' (line 1, column 1 of the template).
          template(local.greeting, {'name': null}) → mistake in a template: a string cannot hold null (line 1, column 9 of the template).
          template(local.list, {'l': [1]})      → mistake in a template: a string cannot hold a list (line 1, column 3 of the template).
          template('${x.a.id}', {})             → mistake in a template: there is no variable 'x' (line 1, column 3 of the template).
          template('${l[5]}', {'l': [1]})       → mistake in a template: l has 1 element, counted from 0; there is none at 5 (line 1, column 4 of the template).
          template(local.self, {'t': local.self}) → mistake in a template: the expressions of a template cannot call template(…) (line 1, column 3 of the template).
          template(local.hidden, {'name': 1})   → mistake in a template: the template cannot be used; what is wrong is not told, because it is sensitive.
          template('${l[5]}', {'l': [x.a.pw]})  → mistake in a template: the template cannot be used; what is wrong is not told, because it is sensitive.
          template('x', ['a'])                  → wrong argument: a map is needed here, but this is a list.
          template('x', null)                   → wrong argument: a map is needed here, but this is null.
          """)
  void mistake_isShownWithItsPlaceInTheTemplate(String source, String expected) {
    assertThat(Shown.of(stage.problem("${" + source + "}"))).isEqualTo(expected);
  }

  @Test
  void misspeltVariable_isCorrectedAtTheCall() {
    assertThat(stage.problem("a-${template(local.broken, {'name': 1})}").toString())
        .isEqualTo(
            """
            server.web: config.name: mistake in a template: there is no variable 'nam' (line 2, column 6 of the template).
              a-${template(local.broken, {'name': 1})}
                          ^
            Did you mean 'name'?\
            """);
  }

  @Test
  void filling_isPaidByTheExpressionAround() {
    var problem =
        stage.problem(
            "${template('${lists.range(90000).sum()}', {}) + string(lists.range(90000).sum())}");
    assertThat(problem.summary()).isEqualTo("expression is too expensive");
  }
}
