package io.keelson.cli.status.drawing;

import io.keelson.cli.status.ShownPlan;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanCounts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/// The plan that a Stack is at: what it does, how to look at it, who may decide and who has.
final class PlanRows {
  private final ShownPlan plan;
  private final String namespace;

  PlanRows(ShownPlan plan, String namespace) {
    this.plan = plan;
    this.namespace = namespace;
  }

  List<Row> rows() {
    var rows = new ArrayList<Row>();
    var name = plan.name().isEmpty() ? "the destroy plan" : "plan/" + plan.name();
    rows.add(new Row(plan.health(), 1, name, plan.phase() + ", " + counted(plan.counts())));
    if (!plan.name().isEmpty())
      rows.add(Row.note(2, "read it: keelson show %s -n %s".formatted(plan.name(), namespace)));
    if (plan.waits() && !plan.name().isEmpty()) decide(rows);
    plan.decision().map(PlanRows::told).ifPresent(each -> rows.add(Row.note(2, each)));
    for (var each : plan.details().approvals())
      rows.add(Row.note(2, "%s by %s: %s".formatted(each.verdict(), each.by(), each.phase())));
    if (plan.waits()) rows.add(Row.note(2, "digest: " + plan.digest()));
    return rows;
  }

  private void decide(List<Row> rows) {
    rows.add(
        Row.note(
            2,
            "decide: keelson approve %s -n %s, or keelson reject"
                .formatted(plan.name(), namespace)));
    rows.add(Row.note(2, "who may: " + who()));
    if (!plan.rule().isEmpty()) rows.add(Row.note(2, "approval: " + plan.rule()));
    if (plan.details().approvals().isEmpty() && plan.decision().isEmpty())
      rows.add(Row.note(2, "decided: nobody yet"));
  }

  private String who() {
    var role = "whoever may create PlanApprovals (ClusterRole keelson-approve)";
    return plan.details()
        .mayDecide()
        .map(you -> you ? "you may; " + role : "you may not; " + role)
        .orElse(role);
  }

  /// How many changes of each kind there are.
  static String counted(PlanCounts counts) {
    var parts = new ArrayList<String>();
    for (PlanNumber each : EnumSet.range(PlanNumber.IMPORT, PlanNumber.DEFERRED))
      if (counts.of(each) > 0) parts.add(each.told(counts.of(each)));
    return parts.isEmpty() ? "no changes of objects" : String.join(", ", parts);
  }

  private static String told(Decision decision) {
    var by = decision.by != null ? decision.by : "the rule " + decision.policy;
    return "decided: %s by %s%s"
        .formatted(decision.verdict, by, decision.at == null ? "" : " at " + decision.at);
  }
}
