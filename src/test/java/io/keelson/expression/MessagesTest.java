package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessagesTest {
  private final Stage stage = Sample.stage();

  /// What an expression gives is the same in plan and apply: no clock, and no dice.
  @ParameterizedTest
  @ValueSource(strings = {"timestamp()", "plantimestamp()", "now()", "uuid()", "random()"})
  @Tag("R-APPLY-6")
  void functionThatGivesSomethingElseEachTime_doesNotExist(String call) {
    assertThat(stage.compile("${" + call + "}")).isInstanceOf(Compiled.Failed.class);
  }

  record Case(String declared, Code code, String text) {}

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "a-${x.a.knwon}",
            Code.BAD_REFERENCE,
            """
            no such attribute: x.a has no attribute 'knwon'.
              a-${x.a.knwon}
                     ^
            Did you mean 'known'?\
            """),
        new Case(
            "${'😀' + x.a.knwon}",
            Code.BAD_REFERENCE,
            """
            no such attribute: x.a has no attribute 'knwon'.
              ${'😀' + x.a.knwon}
                         ^
            Did you mean 'known'?\
            """),
        new Case(
            "${x.many.map(s,\n  s.nam)}",
            Code.BAD_REFERENCE,
            """
            no such attribute: s has no attribute 'nam'.
                s.nam)}
                 ^
            Did you mean 'name'?\
            """),
        new Case(
            "${[x.many.name]}",
            Code.MISSING_KEY,
            """
            missing instance key: x.many has count, so an instance key is needed.
              ${[x.many.name]}
                       ^
            Write x.many[0].name for one instance, or x.many.map(x, x.name) for all.\
            """),
        new Case(
            "${x.a[0].id + 'x'}",
            Code.UNEXPECTED_KEY,
            """
            unexpected instance key: x.a has neither count nor forEach, so its one instance has no key.
              ${x.a[0].id + 'x'}
                   ^
            Leave the key out.\
            """),
        new Case(
            "${x.a.known + x.a.num}",
            Code.EXPRESSION,
            """
            wrong operands: '+' does not take (string, number).
              ${x.a.known + x.a.num}
                          ^
            Make text of the number with toString(…).\
            """),
        new Case(
            "${x.zones.map(z, z.name)}",
            Code.EXPRESSION,
            """
            no attributes: a value of type string has none.
              ${x.zones.map(z, z.name)}
                                ^
            map and filter over a map walk its keys: use values(…) to walk its values.\
            """),
        new Case(
            "${colaesce(x.a.nul, 'x')}",
            Code.EXPRESSION,
            """
            no such function: there is no function 'colaesce'.
              ${colaesce(x.a.nul, 'x')}
                        ^
            Did you mean 'coalesce'?\
            """),
        new Case(
            "${1 +}",
            Code.EXPRESSION,
            """
            unreadable expression: the expression ends too early.
              ${1 +}
                   ^\
            """),
        new Case(
            "${12345678901234567890}",
            Code.EXPRESSION,
            """
            number out of range: a number without a decimal point has 64 bits in an expression.
              ${12345678901234567890}
                ^
            Write number('…') for a larger one.\
            """),
        new Case(
            "x-${x.a.nul}",
            Code.EXPRESSION,
            """
            null has no text: a string cannot hold null.
              x-${x.a.nul}
                  ^
            Use coalesce(…) to give a default.\
            """),
        new Case(
            "x-${x.a.list}",
            Code.EXPRESSION,
            """
            value has no text: a string cannot hold a list.
              x-${x.a.list}
                  ^
            Use json.encode(…) or join(…) to make a string of it.\
            """),
        new Case(
            "${string(base64.decode('/u3+/w=='))}",
            Code.EXPRESSION,
            """
            value cannot be converted: these bytes are no text in UTF-8.
              ${string(base64.decode('/u3+/w=='))}
                      ^
            Hand them on as base64, which takes any bytes.\
            """),
        new Case(
            "${toNumber('x')}",
            Code.EXPRESSION,
            """
            value cannot be converted: a number is needed, but this string is none.
              ${toNumber('x')}
                        ^\
            """),
        new Case(
            "${x.a.set[0]}",
            Code.BAD_REFERENCE,
            """
            reference does not fit: x.a.set is a set, and the elements of a set have no keys.
              ${x.a.set[0]}
                       ^
            Write toList(x.a.set) first, which puts them in order.\
            """),
        new Case(
            "${nonsensitive(variable.pw)}",
            Code.EXPRESSION,
            """
            value must stay secret: it comes from a Secret, by way of variable.pw, so it cannot be shown.
              ${nonsensitive(variable.pw)}
                            ^
            Leave nonsensitive(…) out. If it is no secret, whoever may read the Secret can say so with the annotation keelson.dev/not-secret on it.\
            """));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void mistake_isShownInItsPlaceWithARemedy(Case expected) {
    var problem = stage.problem(expected.declared());
    assertThat(problem.toString()).isEqualTo("server.web: config.name: " + expected.text());
    assertThat(problem.code()).isEqualTo(expected.code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${x.zones[x.a.pw]}",
        "${x.zones[variable.pw].name}",
        "${lookup(x.zones, x.a.pw)}",
        "${toNumber(x.a.pw)}",
        "${int(x.a.pw)}",
        "${json.decode(x.a.pw)}",
        "${timestamp(x.a.pw)}",
        "${'abc'.matches(x.a.pw + '(')}",
        "${x.a.pw.charAt(99)}",
        "${base64.decode(x.a.pw + '!')}",
        "${x.a.pw + 1}",
        "${[x.a.pw][5]}",
        "${{x.a.pw: 1, x.a.pw: 2}}",
        "${x.a.pw.substring(50)}",
        "${dyn(x.a.pw) < 1}"
      })
  void messageAboutAMarkedValue_neverTellsIt(String declared) {
    assertThat(stage.problem(declared).toString()).doesNotContain("s3cret");
  }

  @Test
  void longLine_isShownAroundThePlace() {
    var declared = "a".repeat(300) + "${x.a.nope}" + "b".repeat(300);
    var lines = stage.problem(declared).detail().lines().toList();
    assertThat(lines.get(1)).hasSizeLessThan(110).contains("${x.a.nope}");
    assertThat(lines.get(1).substring(lines.get(2).indexOf('^'))).startsWith(".nope");
  }

  @Test
  void failureOfAReference_isPassedOnAndNeverCaught() {
    var failure = Diagnostic.error(Code.EXPRESSION, Subject.part("local", "x"), "broken", "");
    var evaluated =
        stage
            .expression("${try(local.tags.a, 'd')}-${local.tags.b}")
            .evaluate(_ -> Evaluated.failed(failure));
    assertThat(evaluated).isEqualTo(Evaluated.failed(failure));
  }
}
