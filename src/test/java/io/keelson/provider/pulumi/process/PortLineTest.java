package io.keelson.provider.pulumi.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.provider.plugin.process.Greeting.Unacceptable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PortLineTest {
  @ParameterizedTest
  @ValueSource(strings = {"40001", " 40001 ", "40001\r"})
  void port_isReadWithoutTheBlanksAround(String line) throws Unacceptable {
    assertThat(PortLine.parse(line).port()).isEqualTo(40_001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "99999999999999999999"})
  void portThatDoesNotExist_isRefused(String line) {
    assertThatThrownBy(() -> PortLine.parse(line))
        .hasMessageContaining("'" + line + "': 1 to 65535");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "+5", "1|5|unix|/tmp/x|grpc|", "listening on 40001", "٤"})
  void otherLine_isQuoted(String line) {
    assertThatThrownBy(() -> PortLine.parse(line)).hasMessageContaining("no port: '" + line + "'");
  }

  @Test
  void longLine_isCut() {
    assertThatThrownBy(() -> PortLine.parse("x".repeat(100_000)))
        .satisfies(problem -> assertThat(problem.getMessage()).hasSizeLessThan(300));
  }
}
