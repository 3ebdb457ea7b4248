package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StatusCommandTest {
  @Test
  void help_saysWhatTheExitCodesMean() {
    var help = Program.run("status", "--help");

    assertThat(help.exitCode()).as(help::errors).isZero();
    assertThat(help.out())
        .contains("Usage: keelson status", "[STACK]", "0 ready, 2 waits for a person or works");
  }
}
