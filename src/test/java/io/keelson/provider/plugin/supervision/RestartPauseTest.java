package io.keelson.provider.plugin.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.HandClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestartPauseTest {
  private final HandClock clock = new HandClock();
  private final RestartPause backoff = new RestartPause(clock);

  @Test
  void firstFailure_isFollowedAtOnceByAnotherStart() {
    backoff.failed();

    assertThat(backoff.pause()).isZero();
  }

  @Test
  void furtherFailures_areFollowedByLongerAndLongerPauses() {
    backoff.failed();
    backoff.failed();
    assertThat(backoff.pause()).isEqualTo(Duration.ofSeconds(1));
    backoff.failed();
    assertThat(backoff.pause()).isEqualTo(Duration.ofSeconds(2));
    clock.pass(Duration.ofSeconds(2));
    assertThat(backoff.pause()).isZero();
    for (int i = 0; i < 50; i++) backoff.failed();
    assertThat(backoff.pause()).isEqualTo(Duration.ofSeconds(64));
  }

  @Test
  void success_startsAnew() {
    backoff.failed();
    backoff.failed();
    backoff.worked();

    assertThat(backoff.pause()).isZero();
    backoff.failed();
    assertThat(backoff.pause()).isZero();
  }
}
