package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.PolicyConfig.PlanNumber;
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

  /// Whole numbers are CEL's `int`, as in every rule of Kubernetes.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan.add / 2 == 1",
        "plan.add % 2 == 1",
        "-plan.add + 2 == -1",
        "plan.add * 2 - plan.deferred == 4",
        "plan['ad' + 'd'] / 2 == 1",
        "plan.map(name, plan[name] / 2).exists(half, half == 1)",
        "plan.exists_one(name, name.startsWith('add') && plan[name] > 2)",
        "plan.filter(name, plan[name] > 0).size() == 2",
        "[plan.add, plan.deferred].all(number, number / 4 == 0)",
        "{'both': plan.add + plan.deferred}.both / 2 == 2",
        "int(plan.add) / 2 == 1 && double(plan.add) / 2.0 == 1.5",
        "plan.add < 3.5 && plan.add >= 3.0",
        "plan.add in [1, 3] && !(plan.add in [1, 2])",
        "'add' in plan && !('destroyed' in plan)",
        "has(plan.add) && has(plan.move)",
        "size(plan) == 11 && plan.size() == 11",
        "string(plan.add) == '3' && string(plan.add).matches('^[0-9]$')",
        "(plan.deferred > 1 ? plan.add : plan.change) / 2 == 1",
        "plan.add / plan.move > 1 || plan.add == 3",
        "plan.add == 3 // as agreed"
      })
  void arithmeticIsThatOfWholeNumbers(String rule) {
    var counts = new Counts(Map.of(PlanNumber.ADD, 3, PlanNumber.DEFERRED, 2));

    assertThat(new ApprovalRule(rule).problem()).isEmpty();
    assertThat(new ApprovalRule(rule).approves(counts)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan.add / plan.move >= 0",
        "plan['destroy' + 'ed'] == 0",
        "plan.add * 9223372036854775807 > 0",
        "dyn(plan.add)"
      })
  void whatCannotBeEvaluated_approvesNothing(String rule) {
    assertThat(new ApprovalRule(rule).approves(new Counts(Map.of(PlanNumber.ADD, 3)))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan.destroyed == 0 | Plan has no attribute 'destroyed' | '\\n      ^' | Did you mean"
            + " 'destroy'? A plan has: add, change, deferred, deposed",
        "plan.add < 5 && plan.x > 1 | Plan has no attribute 'x' | '\\n                      ^' |"
            + " There is: add, change, deferred, deposed",
        "plan['destroyed'] == 0 | Plan has no attribute 'destroyed' | '\\n      ^' | Did you mean"
            + " 'destroy'?",
        "has(plan.destroyed) | has no attribute 'destroyed' | ^ | Did you mean 'destroy'?",
        "plan.destructive | It gives neither true nor false | '\\n  ^' | Compare what it gives",
        "string(plan.add) | It gives neither true nor false | '\\n  ^' | Compare what it gives",
        "plan.destructive == | The expression ends too early | ^ | approves no plan",
        "plan.add == 0} && ${true | approves no plan | ^ | approves no plan",
        "stack.add == 0 | There is no variable 'stack' | '\\n  ^' | There is: plan. A plan has:"
            + " add",
        "type(plan.add) == int | There is no variable 'int' | ^ | There is: plan. A plan has: add"
      })
  void ruleThatCannotBeUsed_isToldWithItsPlace(
      String rule, String wrong, String caret, String advice) {
    var problem = new ApprovalRule(rule).problem().orElseThrow();

    assertThat(problem.path()).hasToString("approval.autoApproveWhen");
    assertThat(problem.detail())
        .contains(wrong, "  " + rule + "\n", caret.replace("\\n", "\n"), advice);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan.destructive == 0",
        "plan.add + plan.change < 3",
        "plan['move'] == 0",
        "plan.all(name, plan[name] == 0)",
        "'destroyed' in plan",
        "plan.add < 1 // as agreed",
        "'}' != '${' || plan.add < 1",
        "plan.add < 1\n  && plan.change < 1"
      })
  void ruleThatCanBeUsed_isNotRefused(String rule) {
    assertThat(new ApprovalRule(rule).problem()).isEmpty();
  }

  /// What approval rules and policies can say of a plan is the same.
  @Test
  @Tag("R-POL-6")
  void everyNumberOfAPlan_hasOneName() {
    assertThat(PlanNumber.typeInRules()).isEqualTo(Counts.forgetting(1).inRules().type());
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
