package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.RehearsedJar;
import org.junit.jupiter.api.Test;

/// The image holds what a rehearsed start of the operator has recorded.
final class RehearsalIT {
  private static final long A_MEBIBYTE = 1 << 20;

  @Test
  void operator_getsThroughItsRehearsal() {
    assertThat(RehearsedJar.cache().toFile().length()).isGreaterThan(A_MEBIBYTE);
  }
}
