package io.keelson.operator.stack.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What the status of a Stack shows of its outputs.
final class OutputsTest {
  private final TreeMap<String, Value> values = new TreeMap<>();

  @Test
  void outputThatIsTooLarge_isToldAndHidesNoOther() {
    values.put("all", Value.text("x".repeat(65 * 1024)));
    values.put("name", Value.text("shop"));

    var outputs = Outputs.shown(values);

    assertThat(outputs.values()).containsOnlyKeys("name");
    assertThat(outputs.omitted())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.isError()).isFalse();
          assertThat(problem.subject()).hasToString("output.all");
          assertThat(problem.detail()).contains("65", "spec.outputs");
        });
  }

  @Test
  void manyOutputs_shareTheRoom() {
    for (int i = 0; i < 7; i++) values.put("part" + i, Value.text("x".repeat(10_000)));

    var outputs = Outputs.shown(values);

    assertThat(outputs.values()).hasSize(6);
    assertThat(outputs.omitted()).extracting(Diagnostic::subject).asString().contains("part6");
  }

  @Test
  void secret_isNeverShownAndNotMissed() {
    values.put("token", Value.text("hunter2").mark(Marks.sensitive("variable.token")));

    var outputs = Outputs.shown(values);

    assertThat(outputs.values()).isEmpty();
    assertThat(outputs.omitted()).isEmpty();
  }
}
