package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private Instant now = Instant.EPOCH;
  private final Backoff backoff = new Backoff(new Hands());

  private final class Hands extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

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
    now = now.plusSeconds(2);
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
