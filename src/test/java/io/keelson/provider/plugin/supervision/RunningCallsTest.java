package io.keelson.provider.plugin.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.supervision.RunningCalls.Measure;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What calls that take too long cost the others of their process.
@Tag("R-PUL-40")
class RunningCallsTest {
  private static final Instant START = Instant.EPOCH;
  private static final CallLimit ALL =
      new CallLimit(Duration.ofHours(1), CallLimit.Origin.PROVIDER);
  private static final CallLimit OWN =
      new CallLimit(Duration.ofMinutes(1), CallLimit.Origin.RESOURCE);

  private final RunningCalls calls = new RunningCalls(START);

  private static Instant minutes(long minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  @Test
  void callInItsTime_isLeftAlone() {
    calls.enter(START, OWN);
    assertThat(calls.measure(minutes(1).minusSeconds(1))).isEqualTo(new Measure.None());
  }

  @Test
  void lateCallAlone_isAskedToStop_andEndedWhenItDoesNot() {
    calls.enter(START, OWN);
    assertThat(calls.measure(minutes(1))).isEqualTo(new Measure.Stop(OWN));

    calls.asked(minutes(1));
    assertThat(calls.measure(minutes(2))).isEqualTo(new Measure.None());
    assertThat(calls.measure(minutes(3))).isEqualTo(new Measure.End(OWN));
  }

  /// Its answer says what became of the object, and nobody has to find that out.
  @Test
  void callThatItsProviderIsToEndByItself_hasTheTimeToTellSo() {
    var told = new CallLimit(Duration.ofMinutes(1), CallLimit.Origin.TOLD);
    calls.enter(START, told);
    assertThat(calls.measure(minutes(1).plusSeconds(4))).isEqualTo(new Measure.None());
    assertThat(calls.measure(minutes(1).plusSeconds(5))).isEqualTo(new Measure.Stop(told));
    assertThat(told.reason()).contains("for longer than 1m");
  }

  @Test
  void lateCallBesideOthers_waitsUntilTheyHaveEnded() {
    calls.enter(START, OWN);
    long other = calls.enter(START, ALL);
    assertThat(calls.measure(minutes(5))).isEqualTo(new Measure.Retire());

    calls.leave(other, minutes(6));
    assertThat(calls.measure(minutes(6))).isEqualTo(new Measure.Stop(OWN));
  }

  @Test
  void callBeyondTheLimitOfAll_isStoppedWhateverElseRuns() {
    calls.enter(START, ALL);
    calls.enter(minutes(59), ALL);
    calls.enter(minutes(59), OWN);
    assertThat(calls.measure(minutes(60))).isEqualTo(new Measure.Stop(ALL));
  }

  @Test
  void timeBeforeACallBegins_doesNotCount() {
    long call = calls.enter(START, OWN);
    calls.begin(call, minutes(10));
    assertThat(calls.measure(minutes(10))).isEqualTo(new Measure.None());
    assertThat(calls.measure(minutes(11))).isEqualTo(new Measure.Stop(OWN));
  }
}
