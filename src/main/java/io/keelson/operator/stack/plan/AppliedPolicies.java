package io.keelson.operator.stack.plan;

import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.object.PolicyReview;
import io.keelson.operator.api.PolicyLevel;
import io.keelson.operator.api.plan.PlanStatus;
import io.keelson.operator.api.plan.PlanStatus.AppliedPolicy;

/// Records which policies were applied to a plan: those that are about one of its changes, or about
/// plans as a whole.
///
/// @rule R-POL-4
public final class AppliedPolicies {
  private static final int MOST = 100;

  private AppliedPolicies() {}

  public static void write(Planned planned, PlanStatus status) {
    var looking = PolicyReview.looking(planned.plan(), planned.snapshot().config().policies());
    status.policies =
        looking.isEmpty()
            ? null
            : looking.stream().limit(MOST).map(AppliedPolicies::written).toList();
    status.policiesOmitted = looking.size() > MOST ? looking.size() - MOST : null;
  }

  private static AppliedPolicy written(PolicyConfig policy) {
    var written = new AppliedPolicy();
    written.name = policy.name();
    written.level = level(policy.level());
    written.hash = policy.hash();
    return written;
  }

  private static PolicyLevel level(PolicyConfig.Level level) {
    return switch (level) {
      case ADVISORY -> PolicyLevel.Advisory;
      case MANDATORY -> PolicyLevel.Mandatory;
      case REMEDIATE -> PolicyLevel.Remediate;
      case DISABLED -> PolicyLevel.Disabled;
    };
  }
}
