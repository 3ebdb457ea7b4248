package io.keelson.operator.stack.approval;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.plan.PlanApprovalStatus;
import io.keelson.operator.api.plan.PlanApprovalStatus.ApprovalPhase;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.plan.PlanRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The PlanApprovals of one Stack, and whether they can be trusted.
public final class Approvals {
  static final String POLICY = "approver.keelson.dev";
  private static final String DECIDE_ANEW =
      "Read the current one: kubectl get plans; then delete this object and decide about that.";

  static final String ANNOTATION_POLICY = "approve-annotation.keelson.dev";

  private final KubernetesClient client;
  private final StackKey stack;
  private final PlanRecords records;

  public Approvals(KubernetesClient client, StackKey stack, PlanRecords records) {
    this.client = client;
    this.stack = stack;
    this.records = records;
  }

  /// Every decision about plans of this Stack, with a quorum read.
  public List<PlanApproval> list() {
    return stack.members(client.resources(PlanApproval.class)).list().getItems();
  }

  /// Whether the API server refuses an approval in another person's name.
  boolean approversAreProven() {
    return isEnforced(POLICY);
  }

  /// Whether the API server refuses an approving annotation by those who may not approve.
  boolean annotationsAreProven() {
    return isEnforced(ANNOTATION_POLICY);
  }

  private boolean isEnforced(String policy) {
    var admission = client.admissionRegistration().v1();
    if (admission.validatingAdmissionPolicies().withName(policy).get() == null) return false;
    return admission.validatingAdmissionPolicyBindings().list().getItems().stream()
        .anyMatch(binding ->
            policy.equals(binding.getSpec().getPolicyName())
                && binding.getSpec().getValidationActions().contains("Deny")
                && binding.getSpec().getMatchResources() == null);
  }

  /// Says on each PlanApproval what became of it.
  ///
  /// @param digest of the plan that waits, if there is one
  public void report(
      List<PlanApproval> approvals, Optional<String> digest, ApprovalGate gate, boolean proven) {
    var begun = new Begun();
    var reject =
        approvals.stream()
            .filter(each -> each.getSpec().decision == Decision.Verdict.Reject)
            .filter(each -> digest.filter(one -> ApprovalGate.isFor(each, one)).isPresent())
            .min(Comparator.comparing(each -> each.getMetadata().getName()));
    for (PlanApproval approval : approvals) {
      if (isUsed(approval)) continue;
      boolean matches = digest.filter(each -> ApprovalGate.isFor(approval, each)).isPresent();
      var status = new PlanApprovalStatus();
      if (!matches) {
        var late = begun.of(approval);
        if (late.filter(plan -> isBy(approval, plan)).isPresent()) continue;
        status.phase = late.isPresent() ? ApprovalPhase.TooLate : ApprovalPhase.Mismatch;
        status.message = late.map(this::tooLate).orElseGet(() -> mismatch(begun.gaveWay(approval)));
        status.plan = late.map(plan -> plan.getMetadata().getName()).orElse(null);
      } else if (approval.getSpec().decision == null) {
        status.phase = ApprovalPhase.Pending;
        status.message =
            "spec.decision holds a word that this version of the operator does not know. Update the"
                + " operator, or delete this object and decide again.";
      } else if (isApprove(approval) && gate.isExpired(approval)) {
        status.phase = ApprovalPhase.Expired;
        status.message =
            "It is older than spec.approval.expiresAfter of the Stack. Delete it and approve"
                + " again.";
      } else {
        status.phase = ApprovalPhase.Pending;
        status.message = pending(reject.filter(_ -> isApprove(approval)), proven);
      }
      write(Optional.of(approval), status, live -> isSame(live, approval) && !isUsed(live));
    }
  }

  /// Says on the PlanApprovals that came while a plan is carried out that they change nothing.
  void reportLate() {
    report(list(), Optional.empty(), new ApprovalGate(Duration.ZERO, true, Instant.EPOCH), true);
  }

  /// The plans of the Stack that cannot be decided about any more; read when the first is asked
  /// for.
  private final class Begun {
    private @Nullable List<Plan> plans;

    Optional<Plan> of(PlanApproval approval) {
      if (plans == null) plans = records.list();
      return plans.stream()
          .filter(plan -> ApprovalGate.isFor(approval, plan.getSpec().digest) && hasBegun(plan))
          .findFirst();
    }

    /// The plan that an approval names, if another plan took its place.
    Optional<Plan> gaveWay(PlanApproval approval) {
      return Optional.ofNullable(plans).stream()
          .flatMap(List::stream)
          .filter(plan -> ApprovalGate.isFor(approval, plan.getSpec().digest))
          .filter(plan -> plan.getStatus() != null)
          .filter(plan -> plan.getStatus().phase == PlanPhase.Superseded)
          .findFirst();
    }
  }

  private static boolean hasBegun(Plan plan) {
    var phase = plan.getStatus() == null ? null : plan.getStatus().phase;
    if (phase == null) return false;
    return switch (phase) {
      case Applying, Applied, Failed, Rejected -> true;
      case AwaitingApproval, Forbidden, Approved, Superseded, Shown -> false;
    };
  }

  /// Whether the plan began, or was rejected, because of this decision; its status is about to say
  /// so.
  private static boolean isBy(PlanApproval approval, Plan plan) {
    var decision = plan.getStatus().decision;
    return decision != null && approval.getMetadata().getName().equals(decision.approval);
  }

  private static String mismatch(Optional<Plan> gaveWay) {
    return gaveWay
        .map(plan ->
            "Plan %s no longer counts. %s %s"
                .formatted(plan.getMetadata().getName(), plan.getStatus().message, DECIDE_ANEW))
        .orElse("No plan of this Stack with that digest waits for a decision. " + DECIDE_ANEW);
  }

  private String tooLate(Plan plan) {
    var name = plan.getMetadata().getName();
    return switch (plan.getStatus().phase) {
      case Applying ->
          "Plan %s is being carried out: no decision about it counts any more, and none stops it. To have it end after the operations that run now, set spec.suspend of Stack %s to true. Delete this object."
              .formatted(name, stack.name());
      case Rejected ->
          "Plan %s was rejected before. To decide again, delete that decision, and this one."
              .formatted(name);
      case null, default ->
          "Plan %s was carried out before this decision came (%s). Delete this object, and decide about the current plan, if there is one: kubectl -n %s get plans."
              .formatted(name, plan.getStatus().phase, stack.namespace());
    };
  }

  /// Only approvals expire: a Reject counts for as long as it exists.
  private static boolean isApprove(PlanApproval approval) {
    return approval.getSpec().decision == Decision.Verdict.Approve;
  }

  /// @param reject a Reject of the same plan, which wins
  private static String pending(Optional<PlanApproval> reject, boolean proven) {
    if (reject.isPresent())
      return "The Reject %s by %s wins over it until that is deleted: kubectl -n %s delete planapproval %s."
          .formatted(
              reject.get().getMetadata().getName(),
              reject.get().getSpec().approver,
              reject.get().getMetadata().getNamespace(),
              reject.get().getMetadata().getName());
    return proven
        ? "It is for the current plan, which has not started yet."
        : "Nothing proves who made it: the admission policy " + POLICY + " is missing.";
  }

  void used(String name, String plan, String at) {
    var status = new PlanApprovalStatus();
    status.phase = ApprovalPhase.Used;
    status.message = "The decision about plan " + plan + " was made by it.";
    status.plan = plan;
    status.usedAt = at;
    write(get(name), status, _ -> true);
  }

  /// Whether it is no other decision that has been made under the same name.
  private static boolean isSame(PlanApproval live, PlanApproval approval) {
    return live.getMetadata().getUid().equals(approval.getMetadata().getUid());
  }

  private static boolean isUsed(PlanApproval approval) {
    return approval.getStatus() != null && approval.getStatus().phase == ApprovalPhase.Used;
  }

  /// @param fits whether the status is still to be written if the PlanApproval has changed
  ///   meanwhile
  private void write(
      Optional<PlanApproval> approval, PlanApprovalStatus status, Predicate<PlanApproval> fits) {
    if (approval.isEmpty()) return;
    var name = approval.get().getMetadata().getName();
    var approvals = client.resources(PlanApproval.class).inNamespace(stack.namespace());
    var _ =
        new OptimisticUpdate<PlanApproval>(
                each -> approvals.resource(each).updateStatus(), () -> get(name).filter(fits))
            .write(approval, found -> changed(found, status));
  }

  private Optional<PlanApproval> get(String name) {
    var approvals = client.resources(PlanApproval.class).inNamespace(stack.namespace());
    return Optional.ofNullable(approvals.withName(name).get());
  }

  private static Optional<PlanApproval> changed(PlanApproval approval, PlanApprovalStatus status) {
    var before = approval.getStatus();
    status.observedGeneration = approval.getMetadata().getGeneration();
    if (before != null
        && before.phase == status.phase
        && Objects.equals(before.message, status.message)) return Optional.empty();
    approval.setStatus(status);
    return Optional.of(approval);
  }
}
