package io.keelson.cli.status;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.requests.Pages;
import io.keelson.operator.stack.context.StackKey;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads the plan that a Stack is at, with the decisions about it, if it has become another one.
public final class PlanReader {
  /// Nobody reads the names of more people.
  private static final int MOST_APPROVALS = 20;

  private final KubernetesClient client;
  private final StackKey key;
  private final StackObjects objects;
  private String seen = "";

  public PlanReader(KubernetesClient client, StackKey key, StackObjects objects) {
    this.client = client;
    this.key = key;
    this.objects = objects;
  }

  /// Hands the details of the present plan to the objects.
  ///
  /// @throws KubernetesClientException if the API server does not answer; a missing right is noted
  public void read() {
    var plan = objects.stack().flatMap(stack -> ShownPlan.of(stack, PlanDetails.NONE));
    var now = plan.map(each -> each.name() + " " + each.digest() + " " + each.phase()).orElse("");
    if (now.equals(seen)) return;
    objects.put(plan.map(this::details).orElse(PlanDetails.NONE));
    seen = now;
  }

  private PlanDetails details(ShownPlan plan) {
    if (plan.name().isEmpty()) return PlanDetails.NONE;
    var found =
        allowed(
            "plans",
            "get",
            () ->
                client
                    .resources(Plan.class)
                    .inNamespace(key.namespace())
                    .withName(plan.name())
                    .get());
    var approvals = plan.waits() ? approvals(plan.digest()) : List.<PlanDetails.Approval>of();
    var mayDecide =
        plan.waits()
            ? Optional.of(new OwnRights(client, key.namespace()).allow("create", "planapprovals"))
            : Optional.<Boolean>empty();
    return found
        .map(each -> PlanDetails.of(each, approvals, mayDecide))
        .orElseGet(() -> PlanDetails.without(approvals, mayDecide));
  }

  private List<PlanDetails.Approval> approvals(String digest) {
    var mine = new ArrayList<PlanDetails.Approval>();
    allowed(
        "planapprovals",
        "list",
        () -> {
          Pages.forEach(
              key.members(client.resources(PlanApproval.class)),
              each -> {
                if (digest.equals(each.getSpec().digest) && mine.size() < MOST_APPROVALS)
                  mine.add(PlanDetails.Approval.of(each));
              });
          return mine;
        });
    return mine;
  }

  private <T> Optional<T> allowed(String plural, String verb, Supplier<T> request) {
    try {
      return Optional.ofNullable(request.get());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      objects.put(new Unread(plural, verb, key.namespace()));
      return Optional.empty();
    }
  }
}
