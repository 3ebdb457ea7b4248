package io.keelson.operator.stack.drift;

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

  private Recurrences recurrences = new Recurrences();
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
    look(false);
    look(true);

    assertThat(recurrences.objection(A, now)).isEmpty();
    assertThat(recurrences.told()).isEmpty();
  }

  /// Readings may be far apart. Each finds the drift, and nobody saw a correction last.
  @Test
  void driftThatEachLateReadingFinds_isNotCorrectedForEver() {
    for (int i = 0; i < Recurrences.MOST; i++) {
      correct();
      pass(Duration.ofDays(30));
      look(true);
    }

    assertThat(recurrences.objection(A, now)).get().asString().contains("without a person");
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
    begin();
    look(true);

    assertThat(recurrences.objection(A, now)).isPresent();
  }

  @Test
  void crashAfterTheBeginning_isNoNewBeginning() {
    begin();
    restart();
    look(true);

    assertThat(recurrences.told()).get().asString().contains("after a correction");
  }

  @Test
  void restarts_takeNothingBack() {
    for (int i = 0; i < Recurrences.MOST; i++) {
      begin();
      restart();
      look(true);
      restart();
    }

    pass(Duration.ofDays(30));
    restart();
    look(true);

    assertThat(recurrences.objection(A, now)).get().asString().contains("without a person");
    assertThat(recurrences.next()).isEmpty();
  }

  @Test
  void ofMany_thoseThatWereCorrectedMostOftenAreKept() {
    for (int i = 0; i < 30; i++)
      recurrences =
          recurrences.correcting(List.of(InstanceAddress.parse("server.b[" + i + "]")), HOUR, now);
    begin();
    begin();

    assertThat(recurrences.kept()).hasSize(20);
    assertThat(recurrences.kept().getFirst().address).isEqualTo("server.a");
    assertThat(recurrences.kept().getFirst().times).isEqualTo(2);
  }

  @Test
  void clockOfTheProcessBefore_wasAheadAndDelaysNothing() {
    pass(Duration.ofDays(300));
    begin();
    now = START;
    restart();
    look(true);

    assertThat(recurrences.next()).contains(START.plus(HOUR.multipliedBy(2)));
  }

  /// Another process knows what the status of the Stack holds.
  private void restart() {
    recurrences = Recurrences.of(recurrences.kept(), HOUR, now);
  }

  private void begin() {
    recurrences = recurrences.correcting(List.of(A), HOUR, now);
  }

  private void correct() {
    begin();
    look(false);
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private void look(boolean drifted) {
    var state = new TreeMap<InstanceAddress, InstanceState>();
    var drift = drifted ? new Drift.None().missing() : new Drift.None();
    state.put(A, InstanceState.NONE.withDrift(drift));
    recurrences.look(new StackState(state, new TreeMap<>()), now);
  }
}
