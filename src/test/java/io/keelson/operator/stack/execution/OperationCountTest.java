package io.keelson.operator.stack.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.operator.api.Progress;
import io.keelson.operator.stack.plan.CreationPlans;
import io.keelson.operator.stack.report.ApplyReports.Course;
import io.keelson.testing.HandClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OperationCountTest {
  private static final Instant START = Instant.EPOCH;
  private static final Instant LATER = Instant.parse("2026-01-31T00:00:00Z");

  private final HandClock clock = new HandClock();
  private final Plan plan = plan(4);

  private static Plan plan(int operations) {
    return CreationPlans.of(IntStream.range(0, operations).mapToObj(i -> "r" + i));
  }

  private static Step step(Plan plan, int number) {
    return plan.steps().nodes().stream()
        .filter(each -> each.changes().isPresent())
        .filter(each -> each.toString().endsWith("r" + number))
        .findFirst()
        .orElseThrow();
  }

  private Step step(int number) {
    return step(plan, number);
  }

  private OperationCount count(Progress before) {
    return new OperationCount(plan, before, clock);
  }

  private static String said(Progress progress) {
    return "%d done, %d running, %d failed of %d"
        .formatted(progress.done, progress.running, progress.failed, progress.total);
  }

  private static Progress progress(int done, int running, int failed, int total) {
    var progress = OperationCount.beginning(plan(total), START);
    progress.done = done;
    progress.running = running;
    progress.failed = failed;
    return progress;
  }

  @Test
  void whatBeginsAndEnds_isCounted() {
    var count = count(OperationCount.beginning(plan, START));
    assertThat(said(count.now())).isEqualTo("0 done, 0 running, 0 failed of 4");

    for (int i = 0; i < 3; i++) count.began(step(i));
    assertThat(said(count.now())).isEqualTo("0 done, 3 running, 0 failed of 4");

    count.ended(step(0), true);
    count.ended(step(1), false);
    assertThat(said(count.now())).isEqualTo("1 done, 1 running, 1 failed of 4");
    assertThat(count.now().shown()).isEqualTo("1/4, 1 failed");
    assertThat(count.now().startedAt).isEqualTo("1970-01-01T00:00:00Z");
  }

  @Test
  void whatReadsOrChecks_isNoOperation() {
    var count = count(OperationCount.beginning(plan, START));
    var at = step(0).changes().orElseThrow().instance();

    count.began(new Step.Read(at));
    count.began(new Step.Check(at));
    assertThat(said(count.now())).isEqualTo("0 done, 0 running, 0 failed of 4");
    assertThat(count.running()).hasSize(2);

    count.ended(new Step.Read(at), true);
    count.ended(new Step.Check(at), false);
    assertThat(said(count.now())).isEqualTo("0 done, 0 running, 0 failed of 4");
  }

  @Test
  void longest_isTheFirstOfThoseThatStillRun() {
    var count = count(OperationCount.beginning(plan, START));
    assertThat(count.now().longest).isNull();
    count.began(step(2));
    clock.pass(Duration.ofSeconds(5));
    count.began(step(1));
    count.called(step(2), () -> Optional.of("its phase is Pending"));

    assertThat(count.now().longest)
        .extracting(each -> each.address, each -> each.action, each -> each.since)
        .containsExactly("terraform_data.r2", Progress.Action.Create, "1970-01-01T00:00:00Z");

    count.ended(step(2), true);
    assertThat(count.now().longest)
        .extracting(each -> each.address, each -> each.since)
        .containsExactly("terraform_data.r1", "1970-01-01T00:00:05Z");
  }

  @Test
  void applyThatGoesOn_countsAsDoneWhatIsNotLeft() {
    var before = OperationCount.goingOn(Optional.of(progress(5, 3, 2, 10)), plan, true, LATER);
    assertThat(said(before)).isEqualTo("6 done, 0 running, 2 failed of 10");
    assertThat(before.startedAt).isEqualTo("1970-01-01T00:00:00Z");

    var count = count(before);
    count.began(step(0));
    assertThat(said(count.now())).isEqualTo("6 done, 1 running, 0 failed of 10");
  }

  @Test
  void applyThatGoesOnWithAPart_countsAsDoneWhatWasNoted() {
    var before = OperationCount.goingOn(Optional.of(progress(5, 3, 2, 10)), plan, false, LATER);
    assertThat(said(before)).isEqualTo("5 done, 0 running, 2 failed of 10");
  }

  @Test
  void applyOfWhichNothingWasNoted_beginsWithWhatIsLeft() {
    var before = OperationCount.goingOn(Optional.empty(), plan, true, LATER);
    assertThat(said(before)).isEqualTo("0 done, 0 running, 0 failed of 4");
    assertThat(before.startedAt).isEqualTo("2026-01-31T00:00:00Z");
  }

  @Test
  void moreThanWasNoted_isNeverMoreThanAll() {
    var before = OperationCount.goingOn(Optional.of(progress(3, 0, 2, 3)), plan, false, LATER);
    assertThat(said(before)).isEqualTo("0 done, 0 running, 2 failed of 4");
  }

  @Test
  void whatEnds_runsNoMore() {
    var failed = progress(5, 3, 2, 10);
    failed.settle(false);
    assertThat(said(failed)).isEqualTo("5 done, 0 running, 2 failed of 10");

    failed.settle(true);
    assertThat(said(failed)).isEqualTo("10 done, 0 running, 0 failed of 10");
    assertThat(failed.shown()).isEqualTo("10/10");
  }

  @Test
  void step_isAhead_thenRuns_thenIsDoneOrFailed() {
    var count = count(OperationCount.beginning(plan, START));

    assertThat(count.course(step(0))).isEqualTo(Course.AHEAD);
    count.began(step(0));
    assertThat(count.course(step(0))).isEqualTo(Course.RUNNING);
    count.ended(step(0), true);
    assertThat(count.course(step(0))).isEqualTo(Course.DONE);
    count.began(step(1));
    count.ended(step(1), false);
    assertThat(count.course(step(1))).isEqualTo(Course.FAILED);
  }
}
