package io.keelson.cli;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunSpec.Mode;
import io.keelson.operator.api.Stack;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Asks a Stack to plan anew, with options: creates a Run, and does not wait for its end.
@Command(
    name = "replan",
    description = "Ask a Stack to plan once, with options, and to carry that out when approved.",
    footer = {
      "",
      "Creates a Run, in your own name. Its plan waits for approval as every plan of the Stack"
          + " does.",
      "Exit code: 0 the Run was created, 1 error.",
      "",
      "Example:",
      "  keelson replan shop --target terraform_data.web"
    },
    mixinStandardHelpOptions = true)
public final class ReplanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterConnection connection = new ClusterConnection();

  @Parameters(index = "0", paramLabel = "STACK", description = "Name of the Stack.")
  private String stack = "";

  @Mixin private NamespaceOption namespace = new NamespaceOption();

  @ArgGroup(exclusive = true)
  private Purpose purpose = new Purpose();

  /// What the plan is for.
  static final class Purpose {
    @Option(names = "--plan-only", description = "Leave a Plan to look at, and apply nothing.")
    private boolean planOnly;

    @Option(names = "--destroy", description = "Destroy what the Stack manages.")
    private boolean destroy;

    @Option(
        names = "--refresh-only",
        description = "Read everything, and change nothing but records and outputs.")
    private boolean refreshOnly;

    private Mode mode() {
      if (planOnly) return Mode.Plan;
      if (destroy) return Mode.Destroy;
      return refreshOnly ? Mode.RefreshOnly : Mode.Apply;
    }
  }

  @Mixin private PlanningOptions options = new PlanningOptions();

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      description = "How long after its end the Run is deleted, such as 1h; 24h if not given.")
  private @Nullable String ttl;

  @Override
  public Integer call() {
    try (var client = connection.open()) {
      var where = namespace.in(client);
      if (client.resources(Stack.class).inNamespace(where).withName(stack).get() == null) {
        var errors = spec.commandLine().getErr();
        errors.printf("Error: There is no Stack '%s' in namespace '%s'.%n", stack, where);
        errors.flush();
        return 1;
      }
      var made = client.resources(Run.class).inNamespace(where).resource(run()).create();
      var name = made.getMetadata().getName();
      var out = spec.commandLine().getOut();
      out.printf("run/%s created%n", name);
      out.printf("Follow it: kubectl -n %s get run %s -o wide --watch%n", where, name);
      out.flush();
      return 0;
    }
  }

  private Run run() {
    var run = new Run();
    run.setMetadata(new ObjectMetaBuilder().withGenerateName(stack + "-").build());
    var asked = options.asked(stack, purpose.mode());
    if (ttl != null) asked.ttl = ttl;
    run.setSpec(asked);
    return run;
  }
}
