package io.keelson.operator.policy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.load.PolicyLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.policy.PolicySpec;
import io.keelson.operator.stack.context.PolicySource;
import io.keelson.operator.stack.context.StackKey;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/// The policies that there are, each compiled once for all Stacks.
///
/// @rule R-POL-1
public final class Policies implements PolicySource {
  private final ExpressionCompiler expressions;
  private final Clock clock;
  private final Function<String, Map<String, String>> labels;
  private final Map<String, Known> all = new ConcurrentSkipListMap<>();

  /// @param version the uid and the generation that it was compiled from
  private record Known(
      String version,
      Optional<Map<String, String>> namespaces,
      List<Exemptions.Dated> exemptions,
      PolicyLoader.Loaded loaded) {
    private boolean isAbout(Map<String, String> labels) {
      return namespaces
          .map(wanted -> labels.entrySet().containsAll(wanted.entrySet()))
          .orElse(true);
    }
  }

  /// @param labels gives the labels of a namespace; called only if a policy chooses by labels
  public Policies(
      ExpressionCompiler expressions, Function<String, Map<String, String>> labels, Clock clock) {
    this.clock = clock;
    this.expressions = expressions;
    this.labels = labels;
  }

  /// The labels that namespaces have in a cluster; none where there is no such namespace.
  public static Function<String, Map<String, String>> labelsIn(KubernetesClient client) {
    return namespace ->
        Optional.ofNullable(client.namespaces().withName(namespace).get())
            .map(found -> found.getMetadata().getLabels())
            .orElse(Map.of());
  }

  /// Compiles a policy as it is written now.
  ///
  /// @return the problems of the policy; empty if this version of it is known already
  public Optional<List<Diagnostic>> observe(Policy policy) {
    var name = policy.getMetadata().getName();
    var version = version(policy);
    var known = all.get(name);
    if (known != null && known.version().equals(version)) return Optional.empty();
    var loaded = PolicyLoader.load(PolicyDeclarations.of(policy), expressions);
    all.put(
        name,
        new Known(version, namespaces(policy.getSpec()), Exemptions.of(policy.getSpec()), loaded));
    return Optional.of(loaded.problems());
  }

  public void vanished(Policy policy) {
    all.remove(policy.getMetadata().getName());
  }

  @Override
  public List<PolicyConfig> of(StackKey stack) {
    var now = clock.instant();
    var looking = new ArrayList<PolicyConfig>();
    Map<String, String> labelled = null;
    for (Known each : all.values()) {
      if (labelled == null && each.namespaces().isPresent())
        labelled = labels.apply(stack.namespace());
      if (!each.isAbout(labelled == null ? Map.of() : labelled)) continue;
      var policy = each.loaded().policy();
      if (!policy.isIdle())
        looking.add(policy.exempting(Exemptions.inForce(each.exemptions(), stack, now)));
    }
    return looking;
  }

  private static Optional<Map<String, String>> namespaces(PolicySpec spec) {
    return Optional.ofNullable(spec.match)
        .map(match -> match.namespaces)
        .map(namespaces -> namespaces.matchLabels);
  }

  private static String version(Policy policy) {
    return policy.getMetadata().getUid() + "/" + policy.getMetadata().getGeneration();
  }
}
