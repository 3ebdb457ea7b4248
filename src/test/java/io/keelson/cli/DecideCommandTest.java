package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DecideCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"approve", "reject"})
  void help_isShown(String command) {
    var help = Program.run(command, "--help");

    assertThat(help.exitCode()).as(help::errors).isZero();
    assertThat(help.out()).contains("Usage: keelson " + command, "PLAN", "--reason");
  }
}
