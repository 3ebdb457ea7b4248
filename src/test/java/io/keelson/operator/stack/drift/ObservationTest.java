package io.keelson.operator.stack.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackSpec.DriftMode;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.DriftMemory;
import io.keelson.operator.stack.context.ReadingPace;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.ReconcileRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObservationTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = START.plus(Duration.ofHours(1));
  private static final InstanceAddress A = InstanceAddress.parse("server.a");
  private static final InstanceAddress B = InstanceAddress.parse("server.b");

  private final ReadingPace pace = new ReadingPace(2, (_, _) -> 0);
  private final ReconcileRequests requests = new ReconcileRequests();
  private final Observation observation = observation("shop");

  private Observation observation(String stack) {
    return new Observation(new StackKey("team", stack), pace, requests);
  }

  @Test
  void beforeTheIntervalIsOver_nothingIsRead() {
    var early = LATER.minusSeconds(1);

    assertThat(observation.isDue(stack(DriftMode.Report), early)).isFalse();
    assertThat(look(observation, Set.of(A, B), early)).isEmpty();
    assertThat(observation.next(stack(DriftMode.Report), early)).isEqualTo(LATER);
  }

  @Test
  void intervalIsOver_everythingIsReadOnceAndThenAfterTheNext() {
    assertThat(look(observation, Set.of(A, B), LATER)).containsExactly(A, B);
    assertThat(look(observation, Set.of(A, B), LATER)).isEmpty();

    var next = observation.next(stack(DriftMode.Report), LATER);
    assertThat(next).isEqualTo(LATER.plus(Duration.ofHours(1)));
    assertThat(look(observation, Set.of(A), next)).containsExactly(A);
  }

  @Test
  void anotherProcess_goesOnFromTheLastReading() {
    assertThat(look(observation, Set.of(A), LATER)).containsExactly(A);
    var kept = stack(DriftMode.Report);
    kept.setStatus(new StackStatus());
    kept.getStatus().drift = DriftMemory.of(observation.readAt(null), List.of());
    var next = LATER.plus(Duration.ofHours(1));

    assertThat(observation("shop").next(kept, LATER.plusSeconds(60))).isEqualTo(next);
    assertThat(observation("shop").isDue(kept, next)).isTrue();
  }

  @Test
  void readingThatWasBrokenOff_isNone() {
    var all = new TreeSet<InstanceAddress>();
    IntStream.range(0, 25).forEach(i -> all.add(InstanceAddress.parse("server.a[" + i + "]")));

    assertThat(look(observation, all, LATER)).hasSize(10);
    assertThat(observation.readAt(null)).isNull();
    assertThat(look(observation, all, LATER.plusSeconds(5))).hasSize(10);
    assertThat(look(observation, all, LATER.plusSeconds(10))).hasSize(5);

    assertThat(observation.readAt(null)).isEqualTo(LATER.toString());
  }

  @Test
  void whoReadsOften_notesItEveryTenMinutes() {
    assertThat(look(observation, Set.of(A), LATER)).containsExactly(A);

    var before = LATER.minusSeconds(599).toString();
    assertThat(observation.readAt(before)).isEqualTo(before);
    assertThat(observation.readAt(LATER.minusSeconds(600).toString())).isEqualTo(LATER.toString());
  }

  @Test
  void stackThatWasNeverRead_isReadAnIntervalAfterItsCreation() {
    assertThat(observation.next(stack(DriftMode.Report), LATER.minusSeconds(1))).isEqualTo(LATER);
    assertThat(observation("old").isDue(stack(DriftMode.Report), LATER.plusSeconds(7))).isTrue();
  }

  @Test
  void clockThatWentBack_postponesNothingBeyondAnInterval() {
    var kept = stack(DriftMode.Report);
    kept.setStatus(new StackStatus());
    kept.getStatus().drift = DriftMemory.of(LATER.plus(Duration.ofDays(9)).toString(), List.of());

    assertThat(observation.next(kept, START)).isEqualTo(LATER);
    assertThat(observation.isDue(kept, LATER)).isTrue();
  }

  @Test
  void manyInstances_areReadALittleAtATimeAsThePaceAllows() {
    var all = new TreeSet<InstanceAddress>();
    IntStream.range(0, 25).forEach(i -> all.add(InstanceAddress.parse("server.a[" + i + "]")));
    var read = new TreeSet<InstanceAddress>();
    var now = LATER;

    for (int expected : List.of(10, 10, 5)) {
      assertThat(observation.next(stack(DriftMode.Report), now)).isEqualTo(now);
      var some = look(observation, all, now);
      assertThat(some).hasSize(expected).noneMatch(read::contains);
      assertThat(look(observation, all, now.plusSeconds(4))).isEmpty();
      read.addAll(some);
      now = now.plusSeconds(5);
    }
    assertThat(read).isEqualTo(all);
  }

  @Test
  void stacksThatAreDueTogether_waitForEachOther() {
    var other = observation("other");
    var all = new TreeSet<InstanceAddress>();
    IntStream.range(0, 10).forEach(i -> all.add(InstanceAddress.parse("server.a[" + i + "]")));
    assertThat(look(observation, all, LATER)).hasSize(10);

    assertThat(look(other, all, LATER)).isEmpty();
    assertThat(other.next(stack(DriftMode.Report), LATER)).isEqualTo(LATER.plusSeconds(5));
    assertThat(look(other, all, LATER.plusSeconds(5))).hasSize(10);
  }

  @Test
  void planThatFailed_leavesTheReadingToTheNextOne() {
    var some = observation.reads(stack(DriftMode.Report), Set.of(A), LATER);
    assertThat(some.instances()).containsExactly(A);

    assertThat(look(observation, Set.of(A), LATER.plusSeconds(1))).containsExactly(A);
  }

  @Test
  void switchedOff_isNeverDueAndNeverInThePast() {
    var nextWeek = START.plus(Duration.ofDays(7));

    assertThat(observation.isDue(stack(DriftMode.Off), nextWeek)).isFalse();
    assertThat(observation.next(stack(DriftMode.Off), nextWeek)).isAfter(nextWeek);
  }

  @Test
  void whatSomebodyAskedAbout_isReadNextAndOnce() {
    observation.readNext(Set.of(B));

    var asked = observation.reads(stack(DriftMode.Off), Set.of(A, B), START);
    observation.done(asked, START);

    assertThat(asked.instances()).containsExactly(B);
    assertThat(look(observation, Set.of(A, B), START)).isEmpty();
  }

  @Test
  void request_hasEverythingReadOnceAtOnce() {
    var asked = stack(DriftMode.Report);
    asked.getMetadata().setAnnotations(Map.of(ReconcileRequests.ANNOTATION, "now"));
    requests.takeUp(asked, START);

    assertThat(observation.isDue(asked, START)).isTrue();
    assertThat(look(observation, Set.of(A, B), START)).containsExactly(A, B);
    assertThat(look(observation, Set.of(A, B), START.plusSeconds(1))).isEmpty();
  }

  @Test
  void requestOfAStackThatLooksForNoDrift_readsNothing() {
    var asked = stack(DriftMode.Off);
    asked.getMetadata().setAnnotations(Map.of(ReconcileRequests.ANNOTATION, "now"));
    requests.takeUp(asked, START);

    assertThat(observation.reads(asked, Set.of(A), START).instances()).isEmpty();
  }

  @Test
  void jitter_isAtMostATenthOfTheIntervalAndDiffersFromRoundToRound() {
    var spread = new ReadingPace(1, ReadingPace.Jitter.SPREAD);
    var hour = Duration.ofHours(1);
    var key = new StackKey("team", "shop");
    var times = new TreeSet<Instant>();

    for (int round = 0; round < 100; round++) times.add(spread.next(key, round, START, hour));

    assertThat(times)
        .hasSizeGreaterThan(90)
        .allMatch(each -> !each.isAfter(LATER) && !each.isBefore(LATER.minusSeconds(360)));
    assertThat(spread.next(key, 7, START, hour)).isEqualTo(spread.next(key, 7, START, hour));
  }

  private static SortedSet<InstanceAddress> look(
      Observation observation, Set<InstanceAddress> recorded, Instant now) {
    var reads = observation.reads(stack(DriftMode.Report), recorded, now);
    observation.done(reads, now);
    return reads.instances();
  }

  private static Stack stack(DriftMode mode) {
    var stack = new Stack();
    var spec = new StackSpec();
    spec.interval = "1h";
    spec.driftPolicy = new StackSpec.DriftPolicy();
    spec.driftPolicy.mode = mode;
    stack.setSpec(spec);
    stack.setMetadata(new ObjectMetaBuilder().withCreationTimestamp(START.toString()).build());
    return stack;
  }
}
