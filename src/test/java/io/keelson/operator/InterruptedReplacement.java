package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.plugin.CloudWorld;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A network that is destroyed before it is replaced, two servers that go before it and come after
/// it, and a port that goes with it. The operator is killed again and again on the way; what the
/// provider keeps is the witness.
final class InterruptedReplacement {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(20);

  /// As long as a call takes, before its effect and after it together.
  private static final int CALL_MILLIS = 1_000;

  private static final String MANIFESTS =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAMESPACE}
      spec:
        source: keelson.dev/test/keelsontest
        version: 2.0.0
        sources: [{directory: {path: "MIRROR"}}]
        createRecovery: [{type: keelsontest_named, mode: Findable, importId: name}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAMESPACE}
        config: {world: "WORLD", account: shop}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, parallelism: 1, providerConfigs: [cloud]}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: network}
      spec:
        stack: shop
        type: keelsontest_named
        config: {name: CIDR}
        lifecycle: {deleteBeforeReplace: true}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: server}
      spec:
        stack: shop
        type: keelsontest_named
        count: 2
        config: {name: "server-${count.index}-${keelsontest_named.network.id}"}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: port}
      spec:
        stack: shop
        type: keelsontest_named
        config: {name: "port-${keelsontest_named.network.id}"}
        lifecycle: {deletedWith: keelsontest_named.network}
      """;

  private final TestNamespace namespace;
  private final Kubectl kubectl;
  private final Path folder;
  private final CloudWorld cloud;
  private final long seed = Long.getLong("keelson.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  InterruptedReplacement(TestNamespace namespace, Path folder) {
    this.namespace = namespace;
    this.kubectl = new Kubectl(namespace);
    this.folder = folder;
    this.cloud = new CloudWorld(folder.resolve("world"));
  }

  /// Makes everything with the network `a`, and has its replacement by `b` approved.
  ///
  /// @return the plan
  String approved() throws IOException {
    System.out.printf("keelson.seed=%d, log %s%n", seed, log());
    try (var _ = startOperator()) {
      declare("a");
      kubectl.awaitReady("shop");
      declare("b");
      for (String on : List.of("create", "delete"))
        for (String when : List.of("before", "after"))
          cloud.order(
              on + "-" + when,
              "{\"on\": \"%s\", \"when\": \"%s\", \"times\": -1, \"do\": \"delay\", \"delay\": \"500ms\"}"
                  .formatted(on, when));
      var plan = kubectl.awaitPlan("shop");
      int made = cloud.changes();
      kubectl.approve(plan);
      runUntilACall(made);
      return plan;
    }
  }

  /// Lets the operator run until it has begun another call of the provider, and a little longer,
  /// and kills it.
  void interrupt() throws IOException, InterruptedException {
    try (var operator = startOperator()) {
      runUntilACall(cloud.changes());
      assertThat(operator.runsFor(Duration.ofMillis(random.nextInt(CALL_MILLIS))))
          .as("the operator runs; see " + log())
          .isTrue();
    }
  }

  void letItEnd(String plan) throws IOException {
    try (var _ = startOperator()) {
      kubectl.awaitPhase(plan, "Applied");
      kubectl.awaitReady("shop");
    }
  }

  /// What the cloud did since everything was made, as `delete a`.
  List<String> effects() {
    var all = cloud.effects();
    return all.subList(4, all.size());
  }

  List<String> there() {
    return names(cloud.objects());
  }

  List<String> deleted() {
    return names(cloud.deleted());
  }

  private static List<String> names(List<JsonNode> objects) {
    return objects.stream().map(each -> each.path("name").asText()).sorted().toList();
  }

  private void runUntilACall(int before) {
    await("the apply goes on; see " + log())
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(() -> cloud.changes() > before);
  }

  private void declare(String cidr) {
    kubectl.apply(
        MANIFESTS
            .replace("NAMESPACE", namespace.name())
            .replace("MIRROR", TestProviders.mirror().toString())
            .replace("WORLD", cloud.folder().toString())
            .replace("CIDR", cidr));
  }

  private OperatorProcess startOperator() throws IOException {
    return OperatorProcess.start(
        namespace,
        log(),
        Map.of(),
        "--lease-namespace=" + namespace.name(),
        "--provider-folder=" + folder.resolve("p"));
  }

  private Path log() {
    return folder.resolve("operator.log");
  }
}
