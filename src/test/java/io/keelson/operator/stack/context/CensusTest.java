package io.keelson.operator.stack.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.evaluation.Limits;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-LIM-3")
class CensusTest {
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATE = EARLY.plusSeconds(1);

  private final StackKey old = new StackKey("shop", "old");
  private final StackKey young = new StackKey("shop", "young");
  private final Census census = new Census(new Limits(10, 20, 30, 0));

  @Test
  void whatIsDeclared_countsForTheYoungerAlone() {
    assertThat(census.limits(young, LATE).elsewhere()).isZero();
    census.declared(young, 7);
    assertThat(census.limits(old, EARLY).elsewhere()).isZero();
    census.declared(old, 9);

    assertThat(census.limits(young, LATE).elsewhere()).isEqualTo(9);
    assertThat(census.limits(old, EARLY).elsewhere()).isZero();
  }

  @Test
  void ofTheSameAge_theNameDecides() {
    census.limits(old, EARLY);
    census.declared(old, 9);
    census.limits(young, EARLY);
    census.declared(young, 7);

    assertThat(census.limits(young, EARLY).elsewhere()).isEqualTo(9);
    assertThat(census.limits(old, EARLY).elsewhere()).isZero();
  }

  @Test
  void whatExists_countsForBoth() {
    for (int i = 0; i < 4; i++) census.recorded(young, "r" + i);
    census.recorded(young, "r0");

    assertThat(census.limits(old, EARLY).elsewhere()).isEqualTo(4);

    census.forgotten(young, "r3");
    assertThat(census.limits(old, EARLY).elsewhere()).isEqualTo(3);
  }

  @Test
  void roomThatComes_isToldOnceToThoseThatWaitForIt() {
    var calls = new ArrayList<String>();
    census.recorded(old, "r1");
    census.recorded(old, "r2");
    census.awaitRoom(young, () -> calls.add("young"));
    census.awaitRoom(new StackKey("desk", "young"), () -> calls.add("elsewhere"));

    census.forgotten(old, "r1");
    census.forgotten(old, "r2");

    assertThat(calls).containsExactly("young");
  }

  @Test
  void otherNamespaces_doNotCount() {
    census.recorded(new StackKey("desk", "old"), "r");

    assertThat(census.limits(old, EARLY).elsewhere()).isZero();
  }

  @Test
  void stackThatIsGone_countsNoMore() {
    census.limits(old, EARLY);
    census.declared(old, 9);
    census.recorded(old, "r");
    census.gone(old);

    assertThat(census.limits(young, LATE).elsewhere()).isEqualTo(1);
    census.forgotten(old, "r");
    assertThat(census.limits(young, LATE).elsewhere()).isZero();
  }
}
