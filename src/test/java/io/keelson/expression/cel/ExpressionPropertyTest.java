package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.value.Evaluated;
import io.keelson.expression.Sample;
import io.keelson.expression.Sources;
import io.keelson.expression.Stage;
import io.keelson.expression.value.Problem;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class ExpressionPropertyTest {
  private final Stage stage = Sample.stage();

  @Property(edgeCases = EdgeCasesMode.NONE)
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

  @Property(edgeCases = EdgeCasesMode.NONE)
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
    return Sources.any();
  }
}
