package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a Stack's status shows of a plan where no Plan can hold it.
final class PlanSummaryTest {
  @Test
  void whatWaits_isNamedBesideWhatIsDone() {
    assertThat(PlanSummary.of(CreationPlans.of(Stream.of("now", "later"))))
        .isEqualTo(
            """
            + terraform_data.now
            left to a later plan: terraform_data.later: something that has to exist first is missing
            Plan: 1 to add, 0 to change, 0 to replace, 0 to destroy.
            """);
  }

  @Test
  void whereMuchWaits_theRestIsCounted() {
    assertThat(
            PlanSummary.of(
                CreationPlans.of(Stream.iterate(1, i -> i < 8, i -> i + 1).map(i -> "later" + i))))
        .contains("terraform_data.later5")
        .doesNotContain("terraform_data.later6")
        .contains("\nand 2 more\nPlan: 0 to add");
  }
}
