package io.keelson.operator.stack.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.testing.HandClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The same change is carried out again and again, an hour being the interval.
class RepeatedAppliesTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final HandClock clock = new HandClock();
  private final Stack stack = stack();
  private final RepeatedApplies repetition = new RepeatedApplies(clock);

  private static Stack stack() {
    var stack = new Stack();
    stack.setMetadata(new ObjectMetaBuilder().withName("shop").withUid("uid").build());
    var spec = new StackSpec();
    spec.interval = "1h";
    stack.setSpec(spec);
    return stack;
  }

  /// A plan that makes one object.
  private Planned planned(String version) {
    return planned(version, Optional.empty());
  }

  private Planned planned(String version, Optional<RunReference> run) {
    return OneObject.planned(stack, version, run);
  }

  private void carriedOut(int times) {
    for (int i = 0; i < times; i++) {
      repetition.look(planned("1"));
      repetition.beginning(planned("1"));
    }
  }

  private Optional<String> objection() {
    repetition.look(planned("1"));
    return repetition.objection(planned("1"));
  }

  @Test
  void twiceInARow_isLetPass() {
    assertThat(objection()).isEmpty();
    carriedOut(1);
    assertThat(objection()).isEmpty();
    carriedOut(1);
    assertThat(objection())
        .hasValueSatisfying(why ->
            assertThat(why)
                .startsWith(
                    "terraform_data.a is to be changed again after 2 times in a row, although"
                        + " nothing else is declared; the next one is made at "));
  }

  @Test
  void eachTimeAfterThat_waitsTwiceAsLong() {
    for (int times = 2; times < RepeatedApplies.MOST; times++) {
      carriedOut(times == 2 ? 2 : 1);
      var wait = HOUR.multipliedBy(1L << (times - 1));
      assertThat(objection()).as("%s times", times).isPresent();
      assertThat(repetition.next(stack)).hasValue(clock.instant().plus(wait));
      clock.pass(wait.minusSeconds(1));
      assertThat(objection()).as("%s times, too early", times).isPresent();
      clock.pass(Duration.ofSeconds(1));
      assertThat(objection()).as("%s times, in time", times).isEmpty();
    }
    carriedOut(1);
    clock.pass(Duration.ofDays(100));
    assertThat(objection())
        .hasValueSatisfying(
            why -> assertThat(why).contains("no other one is made without a person"));
    assertThat(repetition.next(stack)).isEmpty();
  }

  @Test
  void anotherDeclaration_beginsAnew() {
    carriedOut(2);
    assertThat(objection()).isPresent();

    repetition.look(planned("2"));

    assertThat(repetition.objection(planned("2"))).isEmpty();
  }

  @Test
  void whatARunAsksFor_isNotCounted() {
    for (int i = 0; i < 3; i++) repetition.beginning(planned("1", Optional.of(new RunReference())));

    assertThat(objection()).isEmpty();
  }

  @Test
  void failedApply_isNotCounted() {
    carriedOut(1);
    repetition.beginning(planned("1"));
    repetition.takeBack();

    assertThat(objection()).isEmpty();
  }

  @Test
  void anotherProcess_goesOnCounting() {
    carriedOut(2);
    stack.setStatus(new StackStatus());
    stack.getStatus().repeats = repetition.kept();
    var next = new RepeatedApplies(clock);

    next.look(planned("1"));

    assertThat(next.objection(planned("1")))
        .hasValueSatisfying(why -> assertThat(why).contains("after 2 times in a row"));
  }

  @Test
  void clockOfTheProcessBefore_wasAheadAndDelaysNothing() {
    clock.pass(Duration.ofDays(300));
    carriedOut(2);
    stack.setStatus(new StackStatus());
    stack.getStatus().repeats = repetition.kept();
    var behind = new HandClock();
    var next = new RepeatedApplies(behind);
    next.look(planned("1"));

    assertThat(next.next(stack)).hasValue(behind.instant().plus(HOUR.multipliedBy(2)));
  }
}
