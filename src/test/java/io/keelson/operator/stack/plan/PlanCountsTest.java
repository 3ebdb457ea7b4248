package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.plan.Counts;
import io.keelson.operator.api.PlanCounts;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PlanCountsTest {
  @ParameterizedTest
  @EnumSource
  void numberOfAPlan_isPublishedAndReadInAFieldOfItsOwn(PlanNumber number) {
    var counts = PlanObjects.counts(new Counts(Map.of(number, 7)));

    for (PlanNumber each : PlanNumber.values())
      assertThat(counts.of(each)).as(each.word()).isEqualTo(each == number ? 7 : 0);
  }

  @Test
  void fields_areTheNumbersOfAPlan() {
    assertThat(PlanCounts.class.getFields()).hasSameSizeAs(PlanNumber.values());
  }
}
