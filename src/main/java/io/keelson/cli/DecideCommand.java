package io.keelson.cli;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.status.Pursued;
import io.keelson.cli.status.drawing.WatchedStack;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.plan.PlanApprovalSpec;
import io.keelson.operator.api.plan.PlanStatus;
import io.keelson.operator.stack.context.StackKey;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Decides about a plan in the user's own name.
public abstract class DecideCommand implements Callable<Integer> {
  @Mixin private ClusterConnection connection = new ClusterConnection();
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "PLAN", description = "Name of the Plan.")
  private String plan = "";

  @Mixin private NamespaceOption namespace = new NamespaceOption();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the record.")
  private @Nullable String reason;

  private final Decision.Verdict verdict;

  private DecideCommand(Decision.Verdict verdict) {
    this.verdict = verdict;
  }

  /// Says that the plan may be carried out.
  @Command(
      name = "approve",
      description = "Approve a plan that waits, in your own name.",
      footer = {"", "Example:", "  keelson approve shop-57-7c21d0 --watch"},
      mixinStandardHelpOptions = true)
  public static final class Approve extends DecideCommand {
    @Option(
        names = {"-w", "--watch"},
        description =
            "Follow the Stack until the plan is carried out or has failed. Exit code: 0 carried"
                + " out, 1 not.")
    private boolean watch;

    public Approve() {
      super(Decision.Verdict.Approve);
    }

    @Override
    int follow(KubernetesClient client, Plan about, PrintWriter out) throws InterruptedException {
      if (!watch) return 0;
      var meta = about.getMetadata();
      var key = new StackKey(meta.getNamespace(), about.getSpec().stack);
      var watched = new WatchedStack(client, key);
      var ending = watched.follow(out, new Pursued(meta.getName()));
      out.println(ending.sentence());
      if (ending.exitCode() == 0) out.print(watched.outputs());
      out.flush();
      return ending.exitCode();
    }
  }

  /// Says that the plan must not be carried out.
  @Command(
      name = "reject",
      description =
          "Reject a plan that waits, in your own name. It does not stop a plan that is being"
              + " carried out: spec.suspend of the Stack does.",
      footer = {"", "Example:", "  keelson reject shop-57-7c21d0 --reason later"},
      mixinStandardHelpOptions = true)
  public static final class Reject extends DecideCommand {
    public Reject() {
      super(Decision.Verdict.Reject);
    }
  }

  /// What is done when the decision is written down.
  ///
  /// @return the exit code
  /// @throws InterruptedException if the thread is told to stop
  int follow(KubernetesClient client, Plan about, PrintWriter out) throws InterruptedException {
    return 0;
  }

  /// @throws InterruptedException if the thread is told to stop
  @Override
  public Integer call() throws InterruptedException {
    try (var client = connection.open()) {
      var where = namespace.in(client);
      var found = client.resources(Plan.class).inNamespace(where).withName(plan).get();
      if (found == null)
        return refused("There is no Plan '%s' in namespace '%s'.".formatted(plan, where));
      var late = tooLate(client, found);
      if (late.isPresent()) return refused(late.get());
      var made =
          client
              .resources(PlanApproval.class)
              .inNamespace(where)
              .resource(decision(client, found))
              .create();
      var out = spec.commandLine().getOut();
      out.printf(
          "planapproval/%s: %s of %s by %s%n",
          made.getMetadata().getName(), verdict, plan, made.getSpec().approver);
      out.flush();
      return follow(client, found, out);
    }
  }

  private int refused(String why) {
    var errors = spec.commandLine().getErr();
    errors.println("Error: " + why);
    errors.flush();
    return 1;
  }

  /// Why the plan is not to be decided about any more; empty if it is.
  private Optional<String> tooLate(KubernetesClient client, Plan about) {
    var status = about.getStatus();
    if (status == null || status.phase == null) return Optional.empty();
    return switch (status.phase) {
      case AwaitingApproval, Approved, Shown -> Optional.empty();
      case Forbidden ->
          verdict == Decision.Verdict.Reject
              ? Optional.empty()
              : Optional.of("Plan '%s' cannot be approved. %s".formatted(plan, status.message));
      case Applying ->
          Optional.of(
              "Plan '%s' is being carried out%s. %s"
                  .formatted(plan, decided(status, " since it was approved"), howToStop(about)));
      case Applied -> Optional.of("Plan '%s' was carried out already.".formatted(plan));
      case Failed ->
          Optional.of(
              "Plan '%s' was carried out in part and has failed. %s"
                  .formatted(plan, current(client, about)));
      case Superseded ->
          Optional.of(
              "Plan '%s' does not count any more: another one took its place. %s"
                  .formatted(plan, current(client, about)));
      case Rejected ->
          Optional.of(
              "Plan '%s' was rejected already%s.%s"
                  .formatted(plan, decided(status, ""), howToDecideAgain(about, status)));
    };
  }

  private static String decided(PlanStatus status, String lead) {
    var by = status.decision == null ? null : status.decision.by;
    return by == null ? "" : lead + " by " + by;
  }

  private static String howToStop(Plan about) {
    return "Rejecting does not stop it. To have it end after the operations that run now: kubectl -n %s patch stack %s --type merge -p '{\"spec\":{\"suspend\":true}}'"
        .formatted(about.getMetadata().getNamespace(), about.getSpec().stack);
  }

  private static String howToDecideAgain(Plan about, PlanStatus status) {
    var decision = status.decision;
    if (decision == null || decision.approval == null) return "";
    return " To decide again, delete that decision: kubectl -n %s delete planapproval %s"
        .formatted(about.getMetadata().getNamespace(), decision.approval);
  }

  /// Which plan of the Stack is to be decided about now.
  private static String current(KubernetesClient client, Plan about) {
    var stack =
        client
            .resources(Stack.class)
            .inNamespace(about.getMetadata().getNamespace())
            .withName(about.getSpec().stack)
            .get();
    var plan = stack == null || stack.getStatus() == null ? null : stack.getStatus().plan;
    if (plan == null || plan.name == null || plan.phase != PlanPhase.AwaitingApproval)
      return "No plan of Stack '%s' waits now.".formatted(about.getSpec().stack);
    return "Decide about the current one, %s: keelson show %s".formatted(plan.name, plan.name);
  }

  private PlanApproval decision(KubernetesClient client, Plan about) {
    var approval = new PlanApproval();
    approval.setMetadata(
        new ObjectMetaBuilder().withGenerateName(about.getSpec().stack + "-").build());
    var spec = new PlanApprovalSpec();
    spec.stack = about.getSpec().stack;
    spec.digest = about.getSpec().digest;
    spec.decision = verdict;
    spec.approver = user(client);
    spec.reason = reason;
    approval.setSpec(spec);
    return approval;
  }

  /// Who the API server thinks we are; it accepts no other name.
  private static String user(KubernetesClient client) {
    var review = client.resource(new SelfSubjectReview()).create();
    return review.getStatus().getUserInfo().getUsername();
  }
}
