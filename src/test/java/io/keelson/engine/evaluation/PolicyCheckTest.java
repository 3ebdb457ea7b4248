package io.keelson.engine.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.Glob;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.PolicyDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.PolicyLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-POL-2")
class PolicyCheckTest {
  private static final String WRONG = "${planned.size != 'large'}";

  @Test
  void manyViolations_areToldUpToABound() {
    var found =
        findings(List.of(policy("p", PolicyConfig.Level.MANDATORY, 50, WRONG, "Too large.")));

    assertThat(found).hasSize(PolicyFindings.MOST_FINDINGS);
    assertThat(PolicyCheck.forbids(found)).isTrue();
  }

  /// What is merely told must not hide what is forbidden.
  @Test
  void mandatoryRuleAfterManyAdvisoryOnes_forbidsAllTheSame() {
    var found =
        findings(
            List.of(
                policy("a", PolicyConfig.Level.ADVISORY, 50, WRONG, "Told."),
                policy("b", PolicyConfig.Level.MANDATORY, 1, WRONG, "Forbidden.")));

    assertThat(PolicyCheck.forbids(found)).isTrue();
  }

  /// Five thousand instances with messages of ten million characters would end the operator.
  @Test
  void longMessage_isCut() {
    var found =
        findings(
            List.of(
                policy(
                    "p", PolicyConfig.Level.MANDATORY, 1, WRONG, "${planned.text} is too much")));

    assertThat(found.getFirst().detail()).hasSize(PolicyFindings.LONGEST_MESSAGE).endsWith("…");
  }

  @Test
  void conditionThatIsNoBool_isViolated() {
    var found =
        findings(
            List.of(
                policy("p", PolicyConfig.Level.MANDATORY, 1, "${planned.size}", "Never told.")));

    assertThat(found).extracting(Diagnostic::detail).first().asString().contains("cannot be");
  }

  @Test
  @Tag("R-POL-5")
  void exemptInstance_isOnlyToldOf() {
    var exemption =
        new PolicyConfig.Exemption(List.of(new Glob("server.*")), "2027-01-01", "old machines");
    var found =
        findings(
            List.of(
                policy("p", PolicyConfig.Level.MANDATORY, 1, WRONG, "Too large.")
                    .exempting(List.of(exemption))));

    assertThat(PolicyCheck.forbids(found)).isFalse();
    assertThat(found.getFirst().detail())
        .isEqualTo("Too large. It is exempt until 2027-01-01: old machines");
  }

  @Test
  void secretInAMessage_isNotShown() {
    var found =
        findings(
            List.of(
                policy("p", PolicyConfig.Level.MANDATORY, 1, WRONG, "It is ${planned.password}.")));

    assertThat(found.toString()).doesNotContain("hunter2").contains("sensitive");
  }

  /// Whoever reads the plan need not have a right to the Secret.
  @Test
  @Tag("R-POL-6")
  void secretInAMessageOverThePlan_isNotShown() {
    var found =
        ofPlan(
            stackRule(
                "${resources.all(r, r.planned.password != 'hunter2')}",
                "One is ${resources[0].planned.password}."));

    assertThat(PolicyCheck.forbids(found)).isTrue();
    assertThat(found.toString()).doesNotContain("hunter2").contains("sensitive");
  }

  @Test
  @Tag("R-POL-6")
  void stackThatIsExempt_isOnlyToldOf() {
    var policy = stackRule("${plan.add < 1}", "Too many.");
    var some =
        new PolicyConfig.Exemption(List.of(new Glob("server.*")), "2027-01-01", "old machines");
    var whole = new PolicyConfig.Exemption(List.of(Glob.ALL), "2027-01-01", "a new stack");

    assertThat(PolicyCheck.forbids(ofPlan(policy.exempting(List.of(some))))).isTrue();
    assertThat(ofPlan(policy.exempting(List.of(whole))))
        .extracting(Diagnostic::detail)
        .containsExactly("Too many. It is exempt until 2027-01-01: a new stack");
  }

  /// Rules that look only at what is done, and to what kind, are asked once for each kind.
  @Test
  @Tag("R-POL-1")
  void ruleOverKinds_isToldOfEachObjectThatViolatesIt() {
    var rule = "${resource.action != 'Delete' || resource.type == 'server'}";
    var check =
        new PolicyCheck(
            StackConfig.EMPTY.under(
                List.of(
                    policy(
                        "p", PolicyConfig.Level.MANDATORY, 1, rule, "${resource.name} stays."))));

    assertThat(told(check, "server.a", PolicyConfig.Action.DELETE)).isEmpty();
    assertThat(told(check, "disk.a", PolicyConfig.Action.UPDATE)).isEmpty();
    for (var name : List.of("a", "b"))
      assertThat(told(check, "disk." + name, PolicyConfig.Action.DELETE))
          .containsExactly(name + " stays.");
    assertThat(told(check, "server.b", PolicyConfig.Action.DELETE)).isEmpty();
  }

  private static List<String> told(PolicyCheck check, String at, PolicyConfig.Action action) {
    var act =
        new PolicyCheck.Act(
            InstanceAddress.parse(at), action, Optional.empty(), Optional::empty, Optional.empty());
    return check.findings(act, _ -> Evaluated.failed()).stream().map(Diagnostic::detail).toList();
  }

  private static List<Diagnostic> ofPlan(PolicyConfig policy) {
    var at = InstanceAddress.parse("server.web");
    var planned =
        Value.object(Map.of("password", Value.text("hunter2").mark(Marks.secret("keys"))));
    var plan =
        new PolicyCheck.Whole(
            Value.object(Map.of("add", Value.number(1))),
            List.of(
                PolicyCheck.Considered.of(at, "Create", Value.nothing(Types.DYNAMIC), planned)));
    return new PolicyCheck(StackConfig.EMPTY.under(List.of(policy)))
        .findings(plan, _ -> Evaluated.failed());
  }

  private static PolicyConfig stackRule(String condition, String message) {
    var check = new StackDeclaration.CheckRule(Value.text(condition), Value.text(message));
    var declared =
        new PolicyDeclaration(
            "p",
            "",
            PolicyConfig.Level.MANDATORY,
            List.of(),
            EnumSet.allOf(PolicyConfig.Action.class),
            List.of(),
            List.of(new PolicyDeclaration.Rule("one", check)),
            List.of());
    var loaded = PolicyLoader.load(declared, new CelExpressions());
    assertThat(loaded.problems()).isEmpty();
    return loaded.policy();
  }

  private static List<Diagnostic> findings(List<PolicyConfig> policies) {
    var planned =
        Value.object(
            new TreeMap<>(
                Map.of(
                    "size", Value.text("large"),
                    "password", Value.text("hunter2").mark(Marks.secret("keys")),
                    "text", Value.text("x".repeat(100_000)))));
    var act =
        new PolicyCheck.Act(
            InstanceAddress.parse("server.web"),
            PolicyConfig.Action.CREATE,
            Optional.empty(),
            Optional::empty,
            Optional.of(planned));
    return new PolicyCheck(StackConfig.EMPTY.under(policies))
        .findings(act, _ -> Evaluated.failed());
  }

  private static PolicyConfig policy(
      String name, PolicyConfig.Level level, int rules, String condition, String message) {
    var check = new StackDeclaration.CheckRule(Value.text(condition), Value.text(message));
    var loaded =
        PolicyLoader.load(
            new PolicyDeclaration(
                name,
                "",
                level,
                List.of(),
                EnumSet.allOf(PolicyConfig.Action.class),
                IntStream.range(0, rules)
                    .mapToObj(i -> new PolicyDeclaration.Rule("rule-" + i, check))
                    .toList(),
                List.of(),
                List.of()),
            new CelExpressions());
    assertThat(loaded.problems()).isEmpty();
    return loaded.policy();
  }
}
