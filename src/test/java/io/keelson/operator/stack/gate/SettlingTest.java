package io.keelson.operator.stack.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SettlingTest {
  private static final Duration QUIET = Duration.ofSeconds(5);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Settling settling = new Settling();

  @Test
  void newSet_isWaitedForUntilItIsQuiet() {
    assertThat(settling.waitUntil(Map.of("a", "1"), QUIET, START)).contains(START.plus(QUIET));
    assertThat(settling.waitUntil(Map.of("a", "1"), QUIET, START.plusSeconds(4)))
        .contains(START.plus(QUIET));
    assertThat(settling.waitUntil(Map.of("a", "1"), QUIET, START.plusSeconds(5))).isEmpty();
  }

  @Test
  void furtherMember_startsTheWaitAnew() {
    settling.waitUntil(Map.of("a", "1"), QUIET, START);

    assertThat(settling.waitUntil(Map.of("a", "1", "b", "1"), QUIET, START.plusSeconds(3)))
        .contains(START.plusSeconds(8));
  }

  @Test
  void setThatNeverRests_isPlannedAfterTwelveTimesTheQuietPeriod() {
    for (int second = 0; second < 60; second++)
      assertThat(settling.waitUntil(Map.of("a", "" + second), QUIET, START.plusSeconds(second)))
          .isPresent();

    assertThat(settling.waitUntil(Map.of("a", "60"), QUIET, START.plusSeconds(60))).isEmpty();
  }

  @Test
  void settledSet_staysSettledUntilItChanges() {
    settling.waitUntil(Map.of("a", "1"), QUIET, START);
    settling.waitUntil(Map.of("a", "1"), QUIET, START.plusSeconds(5));

    assertThat(settling.waitUntil(Map.of("a", "1"), QUIET, START.plusSeconds(6))).isEmpty();
    assertThat(settling.waitUntil(Map.of(), QUIET, START.plusSeconds(7)))
        .contains(START.plusSeconds(12));
  }
}
