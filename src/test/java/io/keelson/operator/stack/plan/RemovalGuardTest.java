package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RemovalGuardTest {
  @ParameterizedTest
  @CsvSource({
    "100,0,10%,10,true",
    "100,0,10%,11,false",
    "95,0,10%,10,true",
    "91,0,10%,11,false",
    "100,6,10%,4,true",
    "100,6,10%,5,false",
    "100,0,3,3,true",
    "100,0,3,4,false",
    "100,0,0,1,false"
  })
  void removals_areAllowedUpToTheLimitSinceAPersonApproved(
      int baseline, int removed, String limit, int removals, boolean allowed) {
    var objection = new RemovalGuard(baseline, removed, limit).objection(removals, 100);

    assertThat(objection.isEmpty()).isEqualTo(allowed);
  }

  @Test
  void lastInstance_needsAPersonWhateverTheLimit() {
    assertThat(new RemovalGuard(1, 0, "100%").objection(1, 1))
        .hasValueSatisfying(why -> assertThat(why).contains("the only instance"));
    assertThat(new RemovalGuard(2, 0, "100%").objection(2, 2))
        .hasValueSatisfying(why -> assertThat(why).contains("all 2 instances that exist"));
  }

  @Test
  void planWithoutRemovals_isNotTheGuardsBusiness() {
    assertThat(new RemovalGuard(0, 50, "0").objection(0, 0)).isEmpty();
  }
}
