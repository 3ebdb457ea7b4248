package io.keelson.cli;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.Plan;
import io.keelson.operator.api.PlanApproval;
import io.keelson.operator.api.PlanApprovalSpec;
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
  @Mixin private Connection connection = new Connection();
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
  @Command(name = "approve", description = "Approve a plan.")
  public static final class Approve extends DecideCommand {
    public Approve() {
      super(Decision.Verdict.Approve);
    }
  }

  /// Says that the plan must not be carried out.
  @Command(name = "reject", description = "Reject a plan.")
  public static final class Reject extends DecideCommand {
    public Reject() {
      super(Decision.Verdict.Reject);
    }
  }

  @Override
  public Integer call() {
    try (var client = connection.open()) {
      var where = namespace.in(client);
      var found = client.resources(Plan.class).inNamespace(where).withName(plan).get();
      if (found == null) {
        var errors = spec.commandLine().getErr();
        errors.printf("Error: There is no Plan '%s' in namespace '%s'.%n", plan, where);
        errors.flush();
        return 1;
      }
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
      return 0;
    }
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
