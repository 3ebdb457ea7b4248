package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.value.Evaluated;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class ExpressionPropertyTest {
  private final Stage stage = Sample.stage();

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void scanner_losesNoText(@ForAll("declared") String declared) {
    try {
      var rebuilt = new StringBuilder();
      for (TemplateScanner.Part part : TemplateScanner.scan(declared)) {
        switch (part) {
          case TemplateScanner.Part.Text(String text) -> rebuilt.append(text.replace("${", "$${"));
          case TemplateScanner.Part.Embedded(String source, int start) -> {
            assertThat(declared.startsWith(source, start)).isTrue();
            rebuilt.append("${").append(source).append('}');
          }
        }
      }
      assertThat(rebuilt.toString()).isEqualTo(declared);
    } catch (Problem problem) {
      assertThat(problem.at()).isBetween(0, declared.length());
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void anySource_givesAValueOrADiagnosticButNeverThrows(@ForAll("source") String source) {
    switch (stage.compile("${" + source + "}")) {
      case Compiled.Failed(var diagnostics) ->
          assertThat(diagnostics)
              .isNotEmpty()
              .noneMatch(each -> each.detail().contains("mistake in Keelson"));
      case Compiled.Ok(var expression) ->
          assertThat(expression.evaluate(stage))
              .isInstanceOfAny(Evaluated.Ok.class, Evaluated.Failed.class)
              .satisfies(evaluated ->
                  assertThat(evaluated.toString()).doesNotContain("mistake in Keelson"));
    }
  }

  @Provide
  Arbitrary<String> declared() {
    return Arbitraries.of(
            "$", "${", "}", "$${", "a", "'", "\"", "{", "(", ")", "x.a", " ", "\n", "//", "`")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> source() {
    var leaves =
        Arbitraries.of(
            "1",
            "2.5",
            "'k'",
            "null",
            "true",
            "[]",
            "{}",
            "x.a.id",
            "x.a.nul",
            "x.a.num",
            "x.a.out",
            "x.a.list",
            "x.a.ulist",
            "x.a.db",
            "x.zones",
            "x.a.flag",
            "x.a.pw",
            "x.a.set",
            "optional.none()",
            "b'x'",
            "duration('1s')",
            "x.a.?b",
            "dyn(x.a.nul)");
    return Arbitraries.recursive(() -> leaves, ExpressionPropertyTest::combined, 1, 3);
  }

  private static Arbitrary<String> combined(Arbitrary<String> inner) {
    var shapes =
        Arbitraries.of(
            "(%1$s + %2$s)",
            "(%1$s == %2$s)",
            "(dyn(%1$s) < dyn(%2$s))",
            "(dyn(%1$s) && dyn(%2$s))",
            "(%1$s in dyn(%2$s))",
            "[%1$s, %2$s]",
            "{'a': %1$s, 'b': %2$s}",
            "dyn(%1$s)[dyn(%2$s)]",
            "(dyn(%1$s) ? dyn(%2$s) : null)",
            "size(dyn(%1$s))",
            "keys(%1$s)",
            "values(%1$s)",
            "merge(%1$s, %2$s)",
            "coalesce(%1$s, %2$s)",
            "try(%1$s, %2$s)",
            "toSet(%1$s)",
            "toMap(%1$s)",
            "toString(%1$s)",
            "json.encode(%1$s)",
            "dyn(%1$s).map(e, e)",
            "dyn(%1$s).all(e, e == %2$s)",
            "dyn(%1$s).filter(e, dyn(e) == %2$s)",
            "lookup(%1$s, 'a', %2$s)",
            "concat(%1$s, %2$s)",
            "dyn(%1$s).name",
            "has(dyn(%1$s).name)",
            "dyn(%1$s).?name",
            "-dyn(%1$s)",
            "!dyn(%1$s)",
            "dyn(%1$s).join(',')",
            "dyn(%1$s).startsWith(dyn(%2$s))",
            "dyn(%1$s) / dyn(%2$s)",
            "math.greatest(dyn(%1$s), dyn(%2$s))",
            "sensitive(%1$s)",
            "string(dyn(%1$s))",
            "dyn(%1$s).sort()",
            "dyn(%1$s).flatten()",
            "dyn(%1$s).distinct()",
            "dyn(%1$s).transformMap(p, q, q)",
            "dyn(%1$s).orValue(%2$s)",
            "dyn(%1$s).sortBy(e, %2$s)");
    return Combinators.combine(shapes, inner, inner).as(String::formatted);
  }
}
