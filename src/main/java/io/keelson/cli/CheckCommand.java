package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.definition.DeclaredDefinitions;
import io.keelson.cli.manifest.DeclaredStack;
import io.keelson.cli.manifest.FindingReport;
import io.keelson.cli.manifest.LocatedProblem;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.provider.StackProviders;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Limits;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.Preview;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Says what is wrong with manifests, without a cluster.
@Command(
    name = "check",
    description =
        "Validate manifests: their fields, references, expressions and types. Needs no cluster.",
    footer = {
      "",
      "Rules between fields, and what only values show, are left to the API server and to 'keelson"
          + " plan'.",
      "Exit code: 0 nothing is wrong (there may be warnings), 1 error.",
      "",
      "Example:",
      "  keelson check -f shop/ --policies policies/"
    },
    mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterConnection connection = new ClusterConnection();
  @Mixin private Sources sources = new Sources();
  @Mixin private ProviderOptions providers = new ProviderOptions();
  @Mixin private PolicyOptions policies = new PolicyOptions();

  @Option(
      names = "--cluster",
      description =
          "Look up in the cluster the Providers and ProviderConfigs that the files do not have.")
  private boolean withCluster;

  /// @throws IOException if a file cannot be read
  @Override
  public Integer call() throws IOException {
    var report = new FindingReport(spec.commandLine().getErr());
    try (var client = connection.openLate()) {
      var manifests = sources.read(client);
      manifests.note().ifPresent(report::note);
      var findings = new ArrayList<>(manifests.problems());
      if (nothing(manifests) instanceof Manifests.Chosen.None(var why) && findings.isEmpty())
        return report.failed(List.of(why));
      var policyFiles = policies.read(client);
      findings.addAll(policyFiles.problems());
      var found = new ArrayList<>(PolicyOptions.mistakes(policyFiles));
      found.addAll(wrong(manifests, policyFiles, client));
      found.addAll(PolicyOptions.mistakes(manifests));
      found.removeIf(each -> manifests.mayFollow(each) || policyFiles.mayFollow(each));
      findings.addAll(found);
      findings.addAll(manifests.strays());
      substitution(manifests).ifPresent(findings::add);
      report.tell(findings);
      boolean wrong = findings.stream().anyMatch(each -> each.diagnostic().isError());
      if (!wrong)
        spec.commandLine()
            .getOut()
            .println("Nothing is wrong with %s.".formatted(looked(manifests)));
      spec.commandLine().getOut().flush();
      return wrong ? 1 : 0;
    }
  }

  private List<LocatedProblem> wrong(
      Manifests manifests, Manifests policyFiles, KubernetesClient client) {
    var findings = new ArrayList<LocatedProblem>();
    var codec = new JsonStateCodec();
    var own = new StackProviders(client, codec);
    var cluster = Optional.of(client).filter(_ -> withCluster);
    var configs = new DeclaredConfigs(manifests, cluster).withoutSecrets();
    try (var programs = providers.open(manifests, cluster, client)) {
      var definitions =
          new DeclaredDefinitions(manifests, own.make(new StackKey("", ""), "", client), programs);
      findings.addAll(definitions.findings());
      for (DeclaredStack stack : manifests.all(sources.stack())) {
        var known = own.make(stack.key(), "", client);
        var preview =
            new Preview(
                new CelExpressions(),
                codec,
                known,
                programs,
                configs,
                definitions.source(),
                Limits.DEFAULT);
        var looking = policies.ofFiles(policyFiles, stack.key());
        findings.addAll(
            stack.findings(
                unlessElsewhere(preview.check(stack.stack().object(), stack.members(), looking))));
      }
    }
    return findings;
  }

  /// A definition that no file has may be in the cluster: its absence is a warning, and problems
  /// that only follow from its absence are dropped.
  private static List<Diagnostic> unlessElsewhere(List<Diagnostic> problems) {
    if (problems.stream().noneMatch(each -> each.code() == Code.NO_DEFINITION)) return problems;
    return problems.stream()
        .filter(each -> each.code() != Code.BROKEN_REFERENCE)
        .map(each -> each.code() == Code.NO_DEFINITION ? elsewhere(each) : each)
        .toList();
  }

  private static Diagnostic elsewhere(Diagnostic problem) {
    return Diagnostic.warning(
            Code.NO_DEFINITION,
            problem.subject(),
            "Its definition is not there",
            "No file has a definition that it may use, so its inputs were not checked, nor what"
                + " refers to its outputs.")
        .at(problem.path());
  }

  /// Why there is nothing to look at; null if there is something.
  private Manifests.@Nullable Chosen nothing(Manifests manifests) {
    var named = sources.stack();
    boolean there = named == null ? !counts(manifests).isEmpty() : !manifests.all(named).isEmpty();
    return there ? null : manifests.choose(named);
  }

  private static List<String> counts(Manifests manifests) {
    var counts = new ArrayList<String>();
    boolean ofStacks = !manifests.stacks().isEmpty();
    if (ofStacks) counts.add(counted(manifests.stacks().size(), "Stack"));
    if (ofStacks || !manifests.resources().isEmpty())
      counts.add(counted(manifests.resources().size(), "Resource"));
    if (!manifests.components().isEmpty())
      counts.add(counted(manifests.components().size(), "Component"));
    if (!manifests.definitions().isEmpty())
      counts.add(counted(manifests.definitions().size(), "ComponentDefinition"));
    int policies = manifests.policies().size();
    if (policies > 0) counts.add(policies + (policies == 1 ? " Policy" : " Policies"));
    return counts;
  }

  private static String looked(Manifests manifests) {
    var counts = counts(manifests);
    int last = counts.size() - 1;
    return last == 0
        ? counts.getFirst()
        : String.join(", ", counts.subList(0, last)) + " and " + counts.getLast();
  }

  private static String counted(int number, String kind) {
    return number + " " + kind + (number == 1 ? "" : "s");
  }

  /// Flux replaces `${…}` before the API server sees it, where it is told to.
  private static Optional<LocatedProblem> substitution(Manifests manifests) {
    var objects = manifests.substituted();
    if (objects.isEmpty() || !manifests.fluxIsUsed().get()) return Optional.empty();
    var detail =
        "These objects have expressions in ${} and lack the annotation"
            + " kustomize.toolkit.fluxcd.io/substitute: disabled. If Flux applies them with"
            + " spec.postBuild, it replaces every ${} by text of its own. Add the annotation: "
            + String.join(", ", objects)
            + ".";
    return Optional.of(
        new LocatedProblem(
            Optional.empty(),
            new Diagnostic(
                Code.EXPRESSION,
                Severity.WARNING,
                "Flux would take ${} for its own",
                detail,
                Subject.stack(),
                AttributePath.ROOT)));
  }
}
