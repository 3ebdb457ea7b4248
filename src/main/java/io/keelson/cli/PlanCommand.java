package io.keelson.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.definition.DeclaredDefinitions;
import io.keelson.cli.manifest.DeclaredStack;
import io.keelson.cli.manifest.Finding;
import io.keelson.cli.manifest.FindingReport;
import io.keelson.cli.manifest.ManifestReader;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.manifest.RunCheck;
import io.keelson.cli.provider.StackProviders;
import io.keelson.engine.config.Policy;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.PlanJson;
import io.keelson.json.StateFile;
import io.keelson.operator.api.RunSpec.Mode;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.Preview;
import io.keelson.operator.stack.offline.RecordedStack;
import io.keelson.operator.stack.output.StackOutputs;
import io.keelson.operator.stack.output.WritingStacks;
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
      "The objects are read, and planned, with your own rights.",
      "Exit code: 0 nothing to do, 2 changes, 1 error."
    },
    mixinStandardHelpOptions = true)
public final class PlanCommand implements Callable<Integer> {
  private static final int CHANGES = 2;

  @Spec private CommandSpec spec;
  @Mixin private Connection connection = new Connection();
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
    var out = spec.commandLine().getOut();
    var report = new FindingReport(spec.commandLine().getErr());
    try (var client = connection.open()) {
      var manifests = sources.read(client);
      manifests.note().ifPresent(report::note);
      if (!manifests.problems().isEmpty()) return report.failed(manifests.problems());
      var policyFiles = policies.read(client.getNamespace());
      if (!policyFiles.problems().isEmpty()) return report.failed(policyFiles.problems());
      // The name of the Stack is looked at where it is declared.
      var wrong =
          RunCheck.problems(ManifestReader.schemaOf("Run"), options.asked("stack", purpose.mode()));
      if (!wrong.isEmpty())
        throw new ParameterException(
            spec.commandLine(), "As of a Run: " + String.join("\n", wrong));
      return switch (manifests.choose(sources.stack())) {
        case Manifests.Chosen.None(var why) -> report.failed(List.of(why));
        case Manifests.Chosen.One(var stack) -> {
          var looking =
              state == null || policies.isGiven()
                  ? policies.of(policyFiles, client, stack.key(), report)
                  : List.<Policy>of();
          var own = new StackProviders(client, codec).make(stack.key(), "", client);
          var definitions = new DeclaredDefinitions(manifests, own);
          if (state == null) definitions.readFrom(client, stack);
          if (definitions.findings().stream().anyMatch(each -> each.diagnostic().isError()))
            yield report.failed(definitions.findings());
          var outcome = plan(client, manifests, stack, definitions, looking);
          var findings = stack.findings(outcome.diagnostics());
          var versions = Preview.versions(stack.members(), definitions.source());
          out.print(format.of(json(outcome, versions, findings), text(outcome, versions)));
          out.flush();
          if (format != OutputFormat.json) report.tell(findings);
          yield exitCode(outcome);
        }
      };
    }
  }

  private PlanOutcome plan(
      KubernetesClient client,
      Manifests manifests,
      DeclaredStack stack,
      DeclaredDefinitions definitions,
      List<Policy> looking)
      throws IOException, StateFile.NotAState, RecordedStack.Unreadable {
    var home = stack.key();
    var recorded = recorded(client, home);
    var own = new StackProviders(client, codec).make(home, recorded.uid(), client);
    var outputs = new StackOutputs(client, codec, home, StackOutputs.Actor.USER);
    var cluster =
        new WritingStacks(client, home)
            .behind(DeclaredConfigs.live(client, home.namespace()), outputs);
    var configs = new DeclaredConfigs(manifests, Optional.of(client));
    try (var programs = providers.open(manifests, Optional.of(client), client)) {
      return new Preview(
              new CelExpressions(),
              codec,
              own,
              programs,
              configs,
              definitions.source(),
              limits.all())
          .plan(
              stack.stack().object(),
              stack.members(),
              manifests.variables(home.namespace(), cluster),
              recorded,
              options.asked(home.name(), purpose.mode()),
              looking);
    }
  }

  private RecordedStack recorded(KubernetesClient client, StackKey home)
      throws IOException, StateFile.NotAState, RecordedStack.Unreadable {
    var file = state;
    return file == null
        ? RecordedStack.read(client, home, codec)
        : RecordedStack.of(StateFile.read(Files.readString(file)));
  }

  private static JsonNode json(
      PlanOutcome outcome, ComponentVersions versions, List<Finding> findings) {
    var json = PlanJson.of(outcome.plan(), versions, outcome.diagnostics());
    for (int i = 0; i < findings.size(); i++) {
      var problem = (ObjectNode) json.path("diagnostics").get(i);
      var path = findings.get(i).diagnostic().path();
      findings
          .get(i)
          .origin()
          .ifPresent(origin ->
              problem
                  .putObject("origin")
                  .put("file", origin.file())
                  .put("line", origin.line(path))
                  .put("object", origin.object()));
    }
    return json;
  }

  /// What could not be planned is no reason to say that nothing is to be done.
  private static String text(PlanOutcome outcome, ComponentVersions versions) {
    if (!outcome.hasErrors()) return PlanText.of(outcome.plan(), versions);
    if (PlanOutcome.forbidden(outcome.diagnostics()).isPresent())
      return "A policy forbids this plan, whoever approves it.\n\n"
          + PlanText.of(outcome.plan(), versions);
    return isAsDeclared(outcome.plan())
        ? ""
        : "This plan leaves out what the errors are about, and what depends on it.\n\n"
            + PlanText.of(outcome.plan(), versions);
  }

  /// Whether there is nothing to do, now or later.
  private static boolean isAsDeclared(Plan plan) {
    return !plan.applyable() && plan.deferred().isEmpty();
  }

  private static int exitCode(PlanOutcome outcome) {
    if (outcome.hasErrors()) return 1;
    return isAsDeclared(outcome.plan()) ? 0 : CHANGES;
  }
}
