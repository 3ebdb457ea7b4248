package io.keelson.operator;

import io.keelson.testing.TestNamespace;

/// A person who has those of the chart's roles that people need for their Stacks.
final class Alice {
  static final String NAME = "alice";

  private Alice() {}

  static void joins(TestNamespace namespace) {
    for (String role : new String[] {"keelson-view", "keelson-edit", "keelson-approve"})
      namespace
          .kubectl("create", "rolebinding", role, "--clusterrole=" + role, "--user=" + NAME)
          .orThrow();
  }

  /// Approves the plan of the Stack 'shop' that waits, as soon as one does.
  static void approves(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    var plan = kubectl.awaitPlan("shop");
    namespace
        .applyAs(
            NAME,
            """
            apiVersion: keelson.dev/v1alpha1
            kind: PlanApproval
            metadata: {name: %s}
            spec: {stack: shop, digest: "%s", decision: Approve, approver: alice}
            """
                .formatted(plan, kubectl.get("plan " + plan, ".spec.digest")))
        .orThrow();
  }
}
