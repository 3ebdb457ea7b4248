package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.definition.AffectedStacks;
import io.keelson.cli.definition.DeclaredDefinitions;
import io.keelson.cli.definition.MadeComponents;
import io.keelson.cli.manifest.FindingReport;
import io.keelson.cli.manifest.ManifestReader;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.manifest.RunCheck;
import io.keelson.cli.provider.StackProviders;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.StateFile;
import io.keelson.operator.api.RunSpec.Mode;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.Preview;
import io.keelson.operator.stack.offline.RecordedStack;
import io.keelson.operator.stack.output.StackOutputs;
import io.keelson.operator.stack.output.WritingStacks;
import io.keelson.operator.status.ServerMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Shows what manifests would change, and changes nothing.
@Command(
    name = "plan",
    description = "Show what manifests would change. Writes nothing, anywhere.",
    footer = {
      "",
      "What -f names counts as all that the Stack has: a Resource that is not there is removed.",
      "If it has ComponentDefinitions and nothing else, all Stacks that would take them are"
          + " planned.",
      "The objects are read, and planned, with your own rights.",
      "Exit code: 0 nothing to do, 2 changes, 1 error.",
      "",
      "Example:",
      "  keelson plan -f shop/"
    },
    mixinStandardHelpOptions = true)
public final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterConnection connection = new ClusterConnection();
  @Mixin private Sources sources = new Sources();
  @Mixin private ProviderOptions providers = new ProviderOptions();
  @Mixin private LimitOptions limits = new LimitOptions();
  @Mixin private PolicyOptions policies = new PolicyOptions();

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "The prior state, as 'keelson state export' writes it, in place of the cluster's"
              + " records.")
  private @Nullable Path state;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default), json, or the order of operations as dot or mermaid.")
  private OutputFormat format = OutputFormat.text;

  @Mixin private PlanningOptions options = new PlanningOptions();

  @ArgGroup(exclusive = true)
  private Purpose purpose = new Purpose();

  /// What the plan is for.
  static final class Purpose {
    @Option(names = "--destroy", description = "Destroy what the Stack manages.")
    private boolean destroy;

    @Option(
        names = "--refresh-only",
        description = "Read everything, and change nothing but records and outputs.")
    private boolean refreshOnly;

    private Mode mode() {
      if (destroy) return Mode.Destroy;
      return refreshOnly ? Mode.RefreshOnly : Mode.Plan;
    }
  }

  private final JsonStateCodec codec = new JsonStateCodec();

  /// @throws IOException if a file cannot be read
  @Override
  public Integer call() throws Exception {
    var report = new FindingReport(spec.commandLine().getErr());
    try (var client = connection.open()) {
      var manifests = sources.read(client);
      manifests.note().ifPresent(report::note);
      if (!manifests.problems().isEmpty()) return report.failed(manifests.problems());
      var policyFiles = policies.read(client);
      if (!policyFiles.problems().isEmpty()) return report.failed(policyFiles.problems());
      // The name of the Stack is looked at where it is declared.
      var wrong =
          RunCheck.problems(ManifestReader.schemaOf("Run"), options.asked("stack", purpose.mode()));
      if (!wrong.isEmpty())
        throw new ParameterException(
            spec.commandLine(), "As of a Run: " + String.join("\n", wrong));
      try (var programs = providers.open(manifests, Optional.of(client), client)) {
        return plan(client, manifests, policyFiles, programs, report);
      }
    }
  }

  private int plan(
      KubernetesClient client,
      Manifests manifests,
      Manifests policyFiles,
      ProviderPrograms programs,
      FindingReport report)
      throws IOException, StateFile.NotAState, RecordedStack.Unreadable {
    if (isAboutDefinitions(manifests))
      return planUsers(client, manifests, policyFiles, programs, report);
    return switch (manifests.choose(sources.stack())) {
      case Manifests.Chosen.None(var why) -> report.failed(List.of(why));
      case Manifests.Chosen.One(var declared) -> {
        var stack =
            state == null ? MadeComponents.beside(client, declared, report::note) : declared;
        var definitions =
            new DeclaredDefinitions(manifests, own(client, stack.key(), ""), programs);
        if (state == null) definitions.readFrom(client, stack);
        if (definitions.findings().stream().anyMatch(each -> each.diagnostic().isError()))
          yield report.failed(definitions.findings());
        var outcome =
            plan(
                client,
                manifests,
                stack.stack().object(),
                stack.members(),
                programs,
                definitions.source(),
                looking(client, policyFiles, stack.key(), report));
        var planned =
            new PreviewedPlan(
                outcome,
                Preview.versions(stack.members(), definitions.source()),
                stack.findings(outcome.diagnostics()));
        spec.commandLine().getOut().print(format.of(planned.json(), planned.text()));
        spec.commandLine().getOut().flush();
        if (format != OutputFormat.json) report.tell(planned.findings());
        yield planned.exitCode();
      }
    };
  }

  private boolean isAboutDefinitions(Manifests manifests) {
    return state == null
        && manifests.stacks().isEmpty()
        && manifests.resources().isEmpty()
        && manifests.components().isEmpty()
        && !manifests.definitions().isEmpty();
  }

  /// What definitions would change in all Stacks of the cluster that would take them.
  private int planUsers(
      KubernetesClient client,
      Manifests manifests,
      Manifests policyFiles,
      ProviderPrograms programs,
      FindingReport report)
      throws IOException, StateFile.NotAState {
    var plans = new DefinitionPlans(spec.commandLine().getOut(), report, format);
    plans.refuseOrder(spec.commandLine());
    var own = own(client, new StackKey("", ""), "");
    var definitions = new DeclaredDefinitions(manifests, own, programs);
    definitions.readAll(client);
    if (definitions.findings().stream().anyMatch(each -> each.diagnostic().isError()))
      return report.failed(definitions.findings());
    report.tell(definitions.findings());
    var affected = definitions.affected(client);
    for (StackKey key : affected.stacks())
      if (sources.stack() == null || sources.stack().equals(key.name()))
        try {
          var known = AffectedStacks.Known.read(client, key);
          if (known.isEmpty()) continue;
          var members = known.get().members();
          var looking = looking(client, policyFiles, key, report);
          var outcome =
              plan(
                  client,
                  manifests,
                  known.get().stack(),
                  members,
                  programs,
                  definitions.source(),
                  looking);
          plans.add(key, outcome, Preview.versions(members, definitions.source()));
        } catch (RecordedStack.Unreadable e) {
          plans.add(key, String.valueOf(e.getMessage()));
        } catch (KubernetesClientException e) {
          plans.add(key, ServerMessage.of(e));
        }
    return plans.end(affected.staying());
  }

  private List<PolicyConfig> looking(
      KubernetesClient client, Manifests policyFiles, StackKey key, FindingReport report) {
    return state == null || policies.isGiven()
        ? policies.of(policyFiles, client, key, report)
        : List.of();
  }

  private Providers own(KubernetesClient client, StackKey key, String uid) {
    return new StackProviders(client, codec).make(key, uid, client);
  }

  private PlanOutcome plan(
      KubernetesClient client,
      Manifests manifests,
      Stack stack,
      Preview.Members members,
      ProviderPrograms programs,
      ComponentSource definitions,
      List<PolicyConfig> looking)
      throws IOException, StateFile.NotAState, RecordedStack.Unreadable {
    var home = StackKey.of(stack);
    var recorded = recorded(client, home);
    var outputs = new StackOutputs(client, codec, home, StackOutputs.Actor.USER);
    var cluster =
        new WritingStacks(client, home)
            .behind(DeclaredConfigs.live(client, home.namespace()), outputs);
    var configs = new DeclaredConfigs(manifests, Optional.of(client));
    return new Preview(
            new CelExpressions(),
            codec,
            own(client, home, recorded.uid()),
            programs,
            configs,
            definitions,
            limits.all())
        .plan(
            stack,
            members,
            manifests.variables(home.namespace(), cluster),
            recorded,
            options.asked(home.name(), purpose.mode()),
            looking);
  }

  private RecordedStack recorded(KubernetesClient client, StackKey home)
      throws IOException, StateFile.NotAState, RecordedStack.Unreadable {
    var file = state;
    return file == null
        ? RecordedStack.read(client, home, codec)
        : RecordedStack.of(StateFile.read(Files.readString(file)));
  }
}
