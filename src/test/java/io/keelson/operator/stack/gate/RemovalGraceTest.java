package io.keelson.operator.stack.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RemovalGraceTest {
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = START.plus(GRACE);

  private final RemovalGrace grace = new RemovalGrace();

  @Test
  void vanishedResource_isWaitedForThenAsksForConfirmation() {
    grace.note(set("a", "b"), set("a")::contains, START);

    assertThat(grace.waiting(GRACE, START.plusSeconds(119))).isEqualTo(set("b"));
    assertThat(grace.unconfirmed(GRACE, START.plusSeconds(119))).isEmpty();
    assertThat(grace.waiting(GRACE, LATER)).isEmpty();
    assertThat(grace.unconfirmed(GRACE, LATER)).isEqualTo(set("b"));
  }

  @Test
  void confirmedAbsence_isNotAskedForAgain() {
    grace.note(set("a"), set()::contains, START);

    grace.confirm(set("a"));

    assertThat(grace.unconfirmed(GRACE, LATER)).isEmpty();
  }

  @Test
  void restoredResource_isWaitedForAnewWhenItVanishesAgain() {
    grace.note(set("a"), set()::contains, START);
    grace.confirm(set("a"));
    grace.note(set("a"), set("a")::contains, LATER);

    grace.note(set("a"), set()::contains, LATER);

    assertThat(grace.waiting(GRACE, LATER)).isEqualTo(set("a"));
    assertThat(grace.next(GRACE, LATER)).contains(LATER.plus(GRACE));
  }

  private static SortedSet<ResourceAddress> set(String... names) {
    var set = new TreeSet<ResourceAddress>();
    Arrays.stream(names).forEach(name -> set.add(ResourceAddress.managed("server", name)));
    return set;
  }
}
