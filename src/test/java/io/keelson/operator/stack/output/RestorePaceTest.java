package io.keelson.operator.stack.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RestorePaceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final RestorePace pace = new RestorePace();

  private Instant restoredAtStart() {
    pace.begin();
    assertThat(pace.allows(START)).isTrue();
    pace.restored(START);
    pace.begin();
    return START.plusSeconds(1);
  }

  @Test
  void nothingPostponed_waitsForNothing() {
    restoredAtStart();

    assertThat(pace.next(START)).isEmpty();
  }

  @Test
  void changeSoonAfterARestore_waits() {
    var due = restoredAtStart();

    assertThat(pace.allows(START.plusMillis(500))).isFalse();
    assertThat(pace.next(START.plusMillis(600))).contains(due);
    assertThat(pace.next(START.plusMillis(700))).contains(due);
    pace.begin();
    assertThat(pace.allows(due)).isTrue();
    assertThat(pace.next(due)).isEmpty();
  }

  /// The turn that postponed it may end when its time has come.
  @Test
  void postponedRestore_isDueAlthoughItsTimeHasComeMeanwhile() {
    var due = restoredAtStart();

    assertThat(pace.allows(START.plusMillis(900))).isFalse();
    assertThat(pace.next(START.plusSeconds(5))).contains(due);
    assertThat(pace.next(START.plusSeconds(6))).isEmpty();
  }

  @Test
  void changesAgainAndAgain_waitLonger() {
    restoredAtStart();
    pace.restored(START.plusSeconds(1));
    pace.begin();

    assertThat(pace.allows(START.plusMillis(2_500))).isFalse();
    assertThat(pace.next(START.plusMillis(2_500))).contains(START.plusSeconds(3));
  }
}
