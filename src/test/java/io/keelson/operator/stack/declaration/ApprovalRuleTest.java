package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.PlanNumber;
import io.keelson.engine.plan.Counts;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    var counts =
        new Counts(
            Map.of(
                PlanNumber.ADD, 3,
                PlanNumber.DEFERRED, 2,
                PlanNumber.DESTRUCTIVE, destructive));

    assertThat(new ApprovalRule(rule).approves(counts)).isEqualTo(approves);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan.destroyed == 0 | A plan has no 'destroyed' | '       ^' | Did you mean"
            + " 'plan.destroy'? A plan has: add, change, deferred, deposed",
        "plan.add < 5 && plan.x > 1 | A plan has no 'x' | '                       ^' | A plan has:"
            + " add,",
        "plan['destroyed'] == 0 | A plan has no 'destroyed' | '        ^' | Did you mean"
            + " 'plan.destroy'?",
        "plan.destructive | neither true nor false | ^ | compare what it gives",
        "plan.destructive == | The rule ends too early | ^ | approves no plan",
        "stack.add == 0 | A rule knows nothing but plan | '  ^' | approves no plan"
      })
  void ruleThatCannotBeUsed_isToldWithItsPlace(
      String rule, String wrong, String caret, String advice) {
    var problem = new ApprovalRule(rule).problem().orElseThrow();

    assertThat(problem.path()).hasToString("approval.autoApproveWhen");
    assertThat(problem.detail()).contains(wrong, "  " + rule + "\n", caret, advice);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan.destructive == 0",
        "plan.add + plan.change < 3",
        "plan['move'] == 0",
        "plan.all(name, plan[name] == 0)",
        "'destroyed' in plan"
      })
  void ruleThatCanBeUsed_isNotRefused(String rule) {
    assertThat(new ApprovalRule(rule).problem()).isEmpty();
  }

  /// What approval rules and policies can say of a plan is the same.
  @Test
  @Tag("R-POL-6")
  void everyNumberOfAPlan_hasOneName() {
    assertThat(PlanNumber.typeInRules())
        .isEqualTo(Counts.forgetting(1).inRules().type());
    for (String name : PlanNumber.IN_RULES.keySet())
      assertThat(new ApprovalRule("plan." + name + " == 0").problem()).as(name).isEmpty();
  }

  @Test
  void loopsInLoops_endAsANo() {
    var rule = "true";
    for (int i = 0; i < 20; i++) rule = "plan.all(a%d, %s)".formatted(i, rule);

    assertThat(new ApprovalRule(rule).approves(Counts.forgetting(0))).isFalse();
  }
}
