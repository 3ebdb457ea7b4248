package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ConcurrencyTest {
  /// One compiler, whose cel-java is loaded by whichever thread comes first.
  @Test
  void oneCompiler_servesManyThreads() {
    var compiler = new CelExpressions();
    var stage = Sample.stage();
    var place = new Place(Subject.stack(), AttributePath.ROOT);
    List<String> results =
        IntStream.range(0, 400)
            .parallel()
            .mapToObj(i -> {
              var declared = "${x.a.num + " + i % 20 + "}-${'abc'.upperAscii()}";
              var compiled = compiler.compile(Value.text(declared), Types.STRING, stage, place);
              var expression = ((Compiled.Ok) compiled).expression();
              var evaluated = (Evaluated.Ok) expression.evaluate(stage);
              return Shown.of(evaluated.value());
            })
            .toList();
    for (int i = 0; i < results.size(); i++)
      assertThat(results.get(i)).isEqualTo('"' + String.valueOf(7 + i % 20) + "-ABC\"");
  }
}
