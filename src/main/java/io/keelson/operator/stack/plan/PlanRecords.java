package io.keelson.operator.stack.plan;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.OpenRun;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanStatus;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.Labels;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The Plan objects of one Stack.
public final class PlanRecords {
  private static final int KEPT = 10;
  private static final int MOST_KEPT = 100;
  private static final Duration APPLIED_KEPT = Duration.ofDays(30);

  private final KubernetesClient client;
  private final StackKey stack;
  private final Clock clock;
  private final Events events;

  public PlanRecords(KubernetesClient client, StackKey stack, Clock clock) {
    this.client = client;
    this.stack = stack;
    this.clock = clock;
    this.events = new Events(client, clock);
  }

  /// Makes the Plan object, unless one with its name and digest exists.
  ///
  /// @param object makes the object; called only if there is none
  public Plan ensure(String name, String digest, Supplier<Plan> object) {
    var there = get(name);
    if (there.filter(plan -> plan.getSpec().digest.equals(digest)).isPresent()) return there.get();
    try {
      var plans = client.resources(Plan.class).inNamespace(stack.namespace());
      return plans.resource(object.get()).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
      return get(name).orElseThrow();
    }
  }

  public Optional<Plan> get(String name) {
    return Optional.ofNullable(
        client.resources(Plan.class).inNamespace(stack.namespace()).withName(name).get());
  }

  /// The open run for the engine. If its plan is gone, or does not hold its leaves, nothing counts
  /// as approved.
  public OpenRun openRun(CurrentPlan open) {
    var leaves =
        Optional.ofNullable(open.leaves)
            .or(() ->
                Optional.ofNullable(open.name)
                    .flatMap(this::get)
                    .map(plan -> plan.getSpec().leaves))
            .map(LeafText::read);
    return new OpenRun(String.valueOf(open.digest), leaves.orElse(Leaves.NONE));
  }

  /// Changes the status of a plan; does nothing if the plan is gone.
  public void status(String name, Consumer<PlanStatus> change) {
    var plans = client.resources(Plan.class).inNamespace(stack.namespace());
    var _ =
        new OptimisticUpdate<Plan>(plan -> plans.resource(plan).updateStatus(), () -> get(name))
            .write(get(name), plan -> changed(plan, change));
  }

  private Optional<Plan> changed(Plan plan, Consumer<PlanStatus> change) {
    var status = plan.getStatus() == null ? new PlanStatus() : plan.getStatus();
    var before = client.getKubernetesSerialization().asJson(status);
    status.observedGeneration = plan.getMetadata().getGeneration();
    change.accept(status);
    if (client.getKubernetesSerialization().asJson(status).equals(before)) return Optional.empty();
    plan.setStatus(status);
    return Optional.of(plan);
  }

  public void phase(String name, PlanPhase phase, String message) {
    phase(name, phase, message, _ -> {});
  }

  /// @param also changes what else the status says
  public void phase(String name, PlanPhase phase, String message, Consumer<PlanStatus> also) {
    status(
        name,
        status -> {
          also.accept(status);
          if (isFinal(phase) && status.phase != phase)
            status.finishedAt = clock.instant().toString();
          status.phase = phase;
          status.message = message;
        });
  }

  /// Writes an event about a change that the plan's status shows as well; does nothing if the plan
  /// is gone.
  public void event(String name, ConditionReason reason, String message) {
    get(name).ifPresent(plan -> events.tell(plan, reason, message));
  }

  /// Marks a plan as only shown, unless it waits to be carried out, or was carried out.
  public void shown(String name, String message) {
    var phase = get(name).map(Plan::getStatus).map(status -> status.phase);
    if (phase.filter(each -> each != PlanPhase.Superseded).isEmpty())
      phase(name, PlanPhase.Shown, message);
  }

  /// Marks every other plan that waits as superseded, and deletes old ones.
  ///
  /// @param current the plan that counts, if there is one
  /// @return why the current plan took the place of the last one that waited; empty if none did
  public Optional<String> onlyCurrent(Optional<Plan> current) {
    var all = list();
    var name = current.map(plan -> plan.getMetadata().getName());
    Optional<String> why = Optional.empty();
    for (Plan plan : all) {
      if (name.equals(Optional.of(plan.getMetadata().getName()))) continue;
      if (waits(plan)) supersede(plan, current);
      if (why.isEmpty()) why = current.flatMap(each -> tookPlace(each, plan));
    }
    prune(all, name);
    return why;
  }

  private static boolean waits(Plan plan) {
    var phase = plan.getStatus() == null ? null : plan.getStatus().phase;
    return phase == null
        || switch (phase) {
          case AwaitingApproval, Forbidden, Approved -> true;
          case Applying, Applied, Failed, Superseded, Rejected, Shown -> false;
        };
  }

  private void supersede(Plan plan, Optional<Plan> current) {
    phase(
        plan.getMetadata().getName(),
        PlanPhase.Superseded,
        current
            .map(other ->
                "Plan %s took its place before it was applied: %s."
                    .formatted(other.getMetadata().getName(), PlanDifference.between(plan, other)))
            .orElse("Nothing was left to do before it was applied."));
  }

  /// The sentence on why a plan took the place of another one, if both were made between the same
  /// two applies.
  private static Optional<String> tookPlace(Plan current, Plan earlier) {
    var phase = earlier.getStatus() == null ? null : earlier.getStatus().phase;
    boolean gaveWay = waits(earlier) || phase == PlanPhase.Superseded;
    return gaveWay && current.getSpec().epoch.equals(earlier.getSpec().epoch)
        ? Optional.of(
            "It took the place of plan %s: %s."
                .formatted(
                    earlier.getMetadata().getName(), PlanDifference.between(earlier, current)))
        : Optional.empty();
  }

  /// All plans of the Stack, the newest first.
  public List<Plan> list() {
    return client
        .resources(Plan.class)
        .inNamespace(stack.namespace())
        .withLabel(Labels.STACK, stack.name())
        .list()
        .getItems()
        .stream()
        .sorted(
            Comparator.comparing((Plan plan) -> plan.getMetadata().getCreationTimestamp())
                .thenComparing(plan -> plan.getMetadata().getName())
                .reversed())
        .toList();
  }

  private void prune(List<Plan> newestFirst, Optional<String> current) {
    outdated(newestFirst, current, clock.instant()).forEach(plan -> client.resource(plan).delete());
  }

  /// The plans that are deleted: all but the last few, those that were applied lately, and the one
  /// that waits or runs.
  static List<Plan> outdated(List<Plan> newestFirst, Optional<String> current, Instant now) {
    var oldest = now.minus(APPLIED_KEPT);
    var outdated = new ArrayList<Plan>();
    for (int i = KEPT; i < newestFirst.size(); i++) {
      var plan = newestFirst.get(i);
      if (current.equals(Optional.of(plan.getMetadata().getName()))) continue;
      var phase = plan.getStatus() == null ? null : plan.getStatus().phase;
      if (phase == PlanPhase.Applying) continue;
      boolean keep =
          phase == PlanPhase.Applied
              && i < MOST_KEPT
              && Instant.parse(plan.getMetadata().getCreationTimestamp()).isAfter(oldest);
      if (!keep) outdated.add(plan);
    }
    return outdated;
  }

  /// Deletes the plans that are not deleted with a Stack, as it does not own them: those that
  /// destroy one.
  public void deleteUnowned() {
    for (Plan plan : list())
      if (plan.getMetadata().getOwnerReferences() == null
          || plan.getMetadata().getOwnerReferences().isEmpty()) client.resource(plan).delete();
  }

  private static boolean isFinal(PlanPhase phase) {
    return switch (phase) {
      case AwaitingApproval, Forbidden, Approved, Applying -> false;
      case Applied, Failed, Superseded, Rejected, Shown -> true;
    };
  }
}
