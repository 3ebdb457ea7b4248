package io.keelson.operator.stack.plan;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.OpenRun;
import io.keelson.operator.api.Plan;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.PlanStatus;
import io.keelson.operator.api.StackStatus.CurrentPlan;
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

  /// Makes the object, unless the very same plan has one already.
  ///
  /// @param object of that name and digest; is asked only if there is none
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

  /// What the engine has to know of the plan whose apply has begun and not ended. Nothing counts as
  /// approved if the plan is gone, or does not say it.
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

  /// Changes the status of a plan; a plan that is gone needs none.
  public void status(String name, Consumer<PlanStatus> change) {
    var plans = client.resources(Plan.class).inNamespace(stack.namespace());
    var _ =
        new OptimisticUpdate<Plan>(plan -> plans.resource(plan).updateStatus(), () -> get(name))
            .write(get(name), plan -> changed(plan, change));
  }

  private Optional<Plan> changed(Plan plan, Consumer<PlanStatus> change) {
    var status = plan.getStatus() == null ? new PlanStatus() : plan.getStatus();
    var before = client.getKubernetesSerialization().asJson(status);
    change.accept(status);
    if (client.getKubernetesSerialization().asJson(status).equals(before)) return Optional.empty();
    plan.setStatus(status);
    return Optional.of(plan);
  }

  public void phase(String name, PlanPhase phase, String message) {
    status(
        name,
        status -> {
          if (isFinal(phase) && status.phase != phase)
            status.finishedAt = clock.instant().toString();
          status.phase = phase;
          status.message = message;
        });
  }

  /// Tells that a plan came to something that its status says as well; one that is gone needs none.
  public void event(String name, ConditionReason reason, String message) {
    get(name).ifPresent(plan -> events.tell(plan, reason, message));
  }

  /// Says that a plan is there to be looked at, unless it waits to be carried out, or was.
  public void shown(String name, String message) {
    var phase = get(name).map(Plan::getStatus).map(status -> status.phase);
    if (phase.filter(each -> each != PlanPhase.Superseded).isEmpty())
      phase(name, PlanPhase.Shown, message);
  }

  /// Says of every plan that still waits that it no longer counts, and clears away old ones.
  ///
  /// @param current the one that counts, or empty
  /// @return why the current one took the place of the last one that waited; empty if none did
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

  /// Plans with the same number were made between the same two applies.
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

  /// All of them, the newest first.
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

  /// The plans that are kept no longer: all but the last few, those that were applied lately, and
  /// the one that waits or runs.
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

  /// Removes the plans that no Stack takes with it: those that were made to destroy one.
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
