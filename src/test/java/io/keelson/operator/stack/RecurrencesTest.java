package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecurrencesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final InstanceAddress A = InstanceAddress.parse("server.a");

  private final Recurrences recurrences = new Recurrences();
  private Instant now = START;

  @Test
  void firstDrift_isNotHeldBack() {
    look(true);

    assertThat(recurrences.objection(A, now)).isEmpty();
    assertThat(recurrences.told()).isEmpty();
    assertThat(recurrences.next()).isEmpty();
  }

  @Test
  void driftThatComesBack_waitsTwiceAsLongEachTimeAndThenForAPerson() {
    for (int hours : List.of(2, 4, 8, 16)) {
      correct();
      pass(HOUR);
      look(true);
      var allowed = now.plus(HOUR.multipliedBy(hours - 1));
      assertThat(recurrences.objection(A, now)).get().asString().contains(allowed.toString());
      assertThat(recurrences.next()).contains(allowed);
      now = allowed;
      assertThat(recurrences.objection(A, now)).isEmpty();
    }
    correct();
    pass(HOUR);
    look(true);

    pass(Duration.ofDays(30));
    look(true);

    assertThat(recurrences.objection(A, now))
        .get()
        .asString()
        .contains("5 corrections", "without a person");
    assertThat(recurrences.told()).get().asString().contains("server.a");
    assertThat(recurrences.next()).isEmpty();
  }

  @Test
  void correctionThatLasted_isForgotten() {
    correct();
    pass(HOUR.multipliedBy(5));
    look(true);

    assertThat(recurrences.objection(A, now)).isEmpty();
    assertThat(recurrences.told()).isEmpty();
  }

  @Test
  void driftThatIsTakenBackByItself_isNotTold() {
    correct();
    pass(HOUR);
    look(true);
    assertThat(recurrences.told()).isPresent();

    look(false);

    assertThat(recurrences.told()).isEmpty();
  }

  @Test
  void correctionThatFailed_countsAsOneThatDidNotLast() {
    recurrences.attempted(List.of(A));
    look(true);

    assertThat(recurrences.objection(A, now)).isPresent();
  }

  private void correct() {
    recurrences.attempted(List.of(A));
    look(false);
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private void look(boolean drifted) {
    var state = new TreeMap<InstanceAddress, InstanceState>();
    var drift = drifted ? new Drift.Missing() : new Drift.None();
    state.put(A, InstanceState.NONE.withDrift(drift));
    recurrences.look(new StackState(state, new TreeMap<>()), HOUR, now);
  }
}
