package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Counts;
import io.keelson.expression.CelCondition;
import io.keelson.expression.CelCondition.Read;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.ApprovalMode;
import java.util.Optional;

/// `spec.approval.autoApproveWhen`: CEL over the numbers of a plan. An error means no.
public final class ApprovalRule {
  private static final String DEFAULT = "plan.destructive == 0";

  private final String text;

  public ApprovalRule(String text) {
    this.text = text;
  }

  /// The problem of the rule of a Stack that uses one; empty if it can be used.
  public static Optional<Diagnostic> problem(Stack stack) {
    var approval = stack.getSpec().approval;
    boolean goesByIt =
        approval != null
            && approval.autoApproveWhen != null
            && (approval.mode == null || approval.mode == ApprovalMode.Policy);
    return goesByIt ? new ApprovalRule(approval.autoApproveWhen).problem() : Optional.empty();
  }

  Optional<Diagnostic> problem() {
    // Almost all Stacks use this rule. It does without CEL, which takes a second to load.
    if (text.equals(DEFAULT)) return Optional.empty();
    return switch (read()) {
      case Read.Usable _ -> Optional.empty();
      case Read.Unusable mistake -> Optional.of(diagnostic(mistake));
    };
  }

  public boolean approves(Counts counts) {
    if (text.equals(DEFAULT)) return counts.of(PlanNumber.DESTRUCTIVE) == 0;
    return read() instanceof Read.Usable(var condition)
        && condition.holds(counts.inRules()).orElse(false);
  }

  private Read read() {
    return CelCondition.read(text, "plan", PlanNumber.typeInRules());
  }

  private Diagnostic diagnostic(Read.Unusable mistake) {
    var reason = mistake.reason();
    var detail =
        "%s, so the rule approves no plan.\n%s\n%s"
            .formatted(
                Character.toUpperCase(reason.charAt(0)) + reason.substring(1),
                Excerpt.of(text, mistake.at()),
                advice(mistake));
    return Diagnostic.error(
            Code.INVALID_CONFIG, Subject.stack(), "Approval rule cannot be used", detail.strip())
        .at(AttributePath.of("approval").attribute("autoApproveWhen"));
  }

  private static String advice(Read.Unusable mistake) {
    if (mistake.code() != Code.BAD_REFERENCE) return mistake.advice();
    var all = String.join(", ", PlanNumber.IN_RULES.keySet());
    return mistake.advice().contains(all)
        ? mistake.advice()
        : "%s A plan has: %s.".formatted(mistake.advice(), all).strip();
  }
}
