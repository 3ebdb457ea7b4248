package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.reading.PlanMemo;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// What earlier plans have left in a memo spares questions, and changes no plan.
class PlanMemoPropertyTest {
  private static final int MOST = 6;

  /// What happens between two plans.
  ///
  /// @param bits which resources are declared as in `other`
  /// @param lastMoment after how much of the apply the process dies; above 30 it does not
  /// @param disturbed which object somebody else changes; below zero none
  /// @param refresh what is read by the plan that is applied
  record Event(RandomStack other, int bits, int lastMoment, int disturbed, Refresh refresh) {}

  @Provide
  Arbitrary<Event> events() {
    return Combinators.combine(
            RandomStack.upTo(MOST),
            Arbitraries.integers().between(0, (1 << MOST) - 1),
            Arbitraries.integers().between(0, 60),
            Arbitraries.integers().between(-5, 20),
            Arbitraries.of(Refresh.AFFECTED, Refresh.AFFECTED, Refresh.ALL, Refresh.NONE))
        .as(Event::new);
  }

  @Property(tries = 30)
  void planWithMemo_isPlanWithout(
      @ForAll @Size(min = 2, max = 5) List<@From("events") Event> events,
      @ForAll @IntRange(min = 1, max = 4) int parallelism) {
    plansAreTheSame(events, parallelism);
  }

  /// A create of which nobody heard, then the wish to leave its object alone, which is not carried
  /// out, then another wish: the record still has the object, so it is not left alone.
  @Example
  void objectThatWasToBeLeftAlone_isThereUntilItIsForgotten() {
    var leftAlone =
        new RandomStack.Resource(RandomStack.Repeat.NONE, 0, 0, new TreeMap<>(), false, true);
    var none = new RandomStack(new TreeMap<>(), new TreeSet<>());
    var last = new RandomStack(new TreeMap<>(Map.of(0, leftAlone)), new TreeSet<>());
    plansAreTheSame(
        List.of(
            new Event(none, 0, 2, 0, Refresh.AFFECTED),
            new Event(last, 1, 0, 1, Refresh.AFFECTED),
            new Event(none, 1, 2, 1, Refresh.AFFECTED)),
        1);
  }

  private static void plansAreTheSame(List<Event> events, int parallelism) {
    var laboratory = new Laboratory(parallelism);
    var memo = new PlanMemo();
    var stack = RandomStack.single(0);
    for (Event event : events) {
      stack = stack.changedTo(event.other(), event.bits());
      // Whoever keeps the memo forgets what was read when the world may have changed.
      if (event.disturbed() >= 0) {
        laboratory.disturb(event.disturbed());
        memo.answers().forget();
      }
      memo.data().forget();
      var planned = same(laboratory, stack, event.refresh(), memo);
      boolean dies = event.lastMoment() <= 30;
      laboratory.apply(
          planned,
          dies
              ? Laboratory.Conditions.dyingAfter(event.lastMoment())
              : Laboratory.Conditions.good());
      memo.data().forget();
      same(laboratory, stack, Refresh.AFFECTED, memo);
    }
  }

  /// A process that dies leaves the answers behind that the plan was made from which it carried
  /// out.
  @Property(tries = 30)
  void planOfTheNextProcess_isPlanWithoutItsAnswers(
      @ForAll @Size(min = 2, max = 5) List<@From("events") Event> events,
      @ForAll @IntRange(min = 1, max = 4) int parallelism) {
    var laboratory = new Laboratory(parallelism);
    var stack = RandomStack.single(0);
    for (Event event : events) {
      stack = stack.changedTo(event.other(), event.bits());
      var planned = same(laboratory, stack, event.refresh(), new PlanMemo());
      var answers = planned.memo().answersFor(planned.plan());
      for (int life = 0; life < 4 && !lives(laboratory, planned, event.lastMoment(), life); life++)
        planned = same(laboratory, stack, Refresh.AFFECTED, laboratory.nextMemo(answers));
    }
  }

  /// Whether a process carries the plan out to its end: the first three die, each earlier.
  private static boolean lives(
      Laboratory laboratory, Laboratory.Planned planned, int lastMoment, int life) {
    int moments = life < 3 ? lastMoment >> life : 1_000;
    return laboratory.apply(planned, Laboratory.Conditions.dyingAfter(moments)).complete();
  }

  private static Laboratory.Planned same(
      Laboratory laboratory, RandomStack stack, Refresh refresh, PlanMemo memo) {
    var withoutMemo = laboratory.plan(stack, refresh, new PlanMemo(), UnaryOperator.identity());
    var withMemo = laboratory.plan(stack, refresh, memo, UnaryOperator.identity());
    assertThat(withMemo.outcome().diagnostics()).isEqualTo(withoutMemo.outcome().diagnostics());
    assertThat(PlanText.of(withMemo.plan())).isEqualTo(PlanText.of(withoutMemo.plan()));
    assertThat(withMemo.plan().digest()).isEqualTo(withoutMemo.plan().digest());
    assertThat(withMemo.plan().changes()).isEqualTo(withoutMemo.plan().changes());
    assertThat(withMemo.plan().bookkeeping()).isEqualTo(withoutMemo.plan().bookkeeping());
    assertThat(withMemo.plan().outputs()).isEqualTo(withoutMemo.plan().outputs());
    return withMemo;
  }
}
