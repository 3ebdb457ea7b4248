package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.PlanCounts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApprovalRuleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan.destructive == 0 | 0 | true",
        "plan.destructive == 0 | 1 | false",
        "plan.add <= 5 && plan.destructive < 2 | 1 | true",
        "plan.add > 1 ? plan.removals < 9 : false | 9 | true",
        "plan.deferred == 0 | 0 | false",
        "plan.deferred == 2 | 0 | true",
        "plan.nothing == 0 | 0 | false",
        "plan.destructive == | 0 | false",
        "plan.destructive | 1 | false"
      })
  void rule_approvesOnlyWhenItIsTrue(String rule, int destructive, boolean approves) {
    var counts = new PlanCounts();
    counts.add = 3;
    counts.deferred = 2;
    counts.destructive = destructive;

    assertThat(new ApprovalRule(rule).approves(counts)).isEqualTo(approves);
  }
}
