package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Numbers that a double cannot hold.
class ExactNumbersTest {
  private static Value config(String number) {
    return Value.object(
        Map.of("ports", Value.tuple(List.of(Value.number(new BigDecimal(number))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-3",
        "9007199254740992",
        "1152921504606846976",
        "0.1",
        "1e22",
        "1e300",
        "12345678901234567000",
        "123456789012.25"
      })
  void numberThatIsKept_isNoProblem(String number) {
    assertThat(ExactNumbers.problems(config(number))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993", "-9007199254740993", "12345678901234567890", "1e400"})
  void wholeNumberThatWouldBeAnother_isAnError_andNotShown(String number) {
    assertThat(ExactNumbers.problems(config(number)))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.path()).hasToString("ports[0]");
          assertThat(problem.toString()).doesNotContain(number);
        });
  }
}
