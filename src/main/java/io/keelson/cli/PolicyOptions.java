package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.manifest.FindingReport;
import io.keelson.cli.manifest.LocatedProblem;
import io.keelson.cli.manifest.ManifestReader;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.manifest.Manifests.Declared;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.policy.Policies;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.status.ServerMessage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which policies look at a plan: those of files, or those of the cluster.
final class PolicyOptions {
  @Option(
      names = "--policies",
      paramLabel = "PATH",
      description =
          "Look with the policies of this file or folder, in place of those of the cluster. Which"
              + " namespaces they are about is not asked. Repeatable.")
  private @Nullable List<String> paths;

  boolean isGiven() {
    return paths != null;
  }

  /// What the files have.
  ///
  /// @param client of whose namespace objects are that name none
  /// @throws IOException if one cannot be read
  Manifests read(KubernetesClient client) throws IOException {
    var given = paths;
    return ManifestReader.read(
        given == null ? List.of() : given, InputStream.nullInputStream(), client::getNamespace);
  }

  /// @param files as they were read
  /// @param report where it is told that those of the cluster cannot be read
  List<PolicyConfig> of(
      Manifests files, KubernetesClient client, StackKey stack, FindingReport report) {
    if (isGiven()) return ofFiles(files, stack);
    try {
      var policies =
          new Policies(new CelExpressions(), Policies.labelsIn(client), Clock.systemUTC());
      client.resources(Policy.class).list().getItems().forEach(policies::observe);
      return policies.of(stack);
    } catch (KubernetesClientException e) {
      report.note(
          "The policies of the cluster cannot be read, so this plan does not say what they forbid"
              + " (you need the verbs list on policies.keelson.dev and get on the namespace; or"
              + " name files with --policies): "
              + ServerMessage.of(e));
      return List.of();
    }
  }

  /// Those of files.
  List<PolicyConfig> ofFiles(Manifests files, StackKey stack) {
    var policies = new Policies(new CelExpressions(), _ -> Map.of(), Clock.systemUTC());
    files.policies().forEach(each -> policies.observe(everywhere(each.object())));
    return policies.of(stack);
  }

  /// What is wrong with the policies of files.
  static List<LocatedProblem> mistakes(Manifests manifests) {
    var policies = new Policies(new CelExpressions(), _ -> Map.of(), Clock.systemUTC());
    var found = new ArrayList<LocatedProblem>();
    for (Declared<Policy> each : manifests.policies())
      policies
          .observe(each.object())
          .ifPresent(problems ->
              problems.forEach(
                  problem -> found.add(new LocatedProblem(Optional.of(each.origin()), problem))));
    return found;
  }

  private static Policy everywhere(Policy policy) {
    if (policy.getSpec().match != null) policy.getSpec().match.namespaces = null;
    return policy;
  }
}
