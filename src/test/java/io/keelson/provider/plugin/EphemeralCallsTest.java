package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EphemeralCallsTest {
  @Test
  void timeOfRenewal_isTakenAsItIs() {
    var at = Timestamp.newBuilder().setSeconds(1_700_000_000L).setNanos(500_000_000).build();

    assertThat(EphemeralCalls.instant(at)).isEqualTo(Instant.parse("2023-11-14T22:13:20.5Z"));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
  void timeThatNoCalendarHas_canBeWaitedForAllTheSame(long seconds) {
    var at = Timestamp.newBuilder().setSeconds(seconds).setNanos(Integer.MIN_VALUE).build();

    var due = EphemeralCalls.instant(at);
    var takeBack = Reminder.before(due, Clock.systemUTC(), () -> {});

    takeBack.run();
    assertThat(due)
        .isBetween(
            Instant.parse("0001-01-01T00:00:00Z"), Instant.parse("9999-12-31T23:59:59.999999999Z"));
  }
}
