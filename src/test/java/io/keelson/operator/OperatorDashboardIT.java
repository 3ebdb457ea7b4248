package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.monitoring.Dashboard;
import io.keelson.monitoring.MetricsPage;
import io.keelson.monitoring.Prometheus;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The dashboard in a real Prometheus over a real operator that has a Stack in layers, one of a
/// real provider, one that drifts and waits, and one that fails: every query has an answer, and
/// every metric of the page is there.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(CloudShop.ALONE)
@Order(OnControlPlane.EARLY)
final class OperatorDashboardIT {
  /// What is not there before there is what it tells of: a Stack, a drift, a plan that waits, a
  /// request to a provider, a process of one. All else is there when nothing has been done.
  private static final Set<String> BORN_LATER =
      Set.of(
          "keelson_stacks",
          "keelson_instances",
          "keelson_state_bytes",
          "keelson_drifted_instances",
          "keelson_drift_oldest_timestamp_seconds",
          "keelson_plans_waiting",
          "keelson_plan_waiting_oldest_timestamp_seconds",
          "keelson_provider_requests_total",
          "keelson_provider_request_duration_seconds",
          "keelson_provider_processes",
          "keelson_provider_process_starts_total");

  private static final int WIDTH = 20;
  private static final int INSTANCES = 3 * WIDTH;

  private static final String CLOUD =
      Rights.to("get, create, patch, delete", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Provider
          metadata: {name: NAMESPACE}
          spec:
            source: keelson.dev/test/keelsontest
            version: 2.0.0
            sources: [{directory: {path: "MIRROR"}}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: ProviderConfig
          metadata: {name: cloud}
          spec: {providerRef: {name: NAMESPACE}, config: {world: "WORLD", account: shop}}
          ---
          """;

  private static final String LAYERED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: layered}
      spec: {settle: 1s, approval: {mode: Automatic}}
      """;

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, interval: 1s, approval: {mode: Manual}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: sign}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: sign}, data: {says: open}}}
      """;

  private static final String THING =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: STACK}
      spec: {settle: 0s, interval: 1s, providerConfigs: [cloud]}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: STACK}
      spec: {stack: STACK, type: keelsontest_thing, config: {name: STACK, MORE}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorProcess operator;
  private Prometheus prometheus;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    Installation.withAdmission(own);
    var log = Files.createFile(folder.resolve("operator.log"));
    operator =
        OperatorProcess.start(
            own,
            log,
            Map.of(),
            "--lease-namespace=" + own.name(),
            "--provider-folder=" + folder.resolve("p"));
    own.eventually(() -> assertThat(log).content().contains("health on port"));
    prometheus =
        Prometheus.over(
            OperatorProcess.address(Files.readString(log)),
            Files.createDirectory(folder.resolve("prometheus")));
  }

  @AfterEach
  void stop() {
    prometheus.close();
    namespace.beginDeleteAll("stack");
    operator.close();
    namespace.beginDeleteAll("providerconfig");
    ProviderFixture.giveUp(namespace, namespace.name());
  }

  @Test
  void everyQueryHasAnAnswer_andEveryMetricIsThere() {
    namespace.eventually(() -> assertThat(missing()).isEqualTo(BORN_LATER));
    kubectl.apply(
        CLOUD
            .replace("NAMESPACE", namespace.name())
            .replace("MIRROR", TestProviders.mirror().toString())
            .replace("WORLD", folder.resolve("world").toString()));
    kubectl.apply(SHOP);
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReady("shop");
    kubectl.apply(
        LAYERED
            + IntStream.range(0, INSTANCES).mapToObj(OperatorDashboardIT::node).collect(joining()));
    kubectl.apply(thing("good", "text: one"));
    kubectl.awaitReady("good");
    kubectl.apply(thing("bad", "faults: {create: fail no quota}"));
    namespace.merge("configmap sign", "{\"data\":{\"says\":\"closed\"}}");
    kubectl.awaitPlan("shop");
    kubectl.awaitReady("layered");

    var dashboard = Dashboard.read();
    namespace.eventually(
        () -> assertThat(dashboard.namespaces(prometheus)).containsExactly(namespace.name()));
    namespace.eventually(() -> assertThat(unanswered(dashboard.queries())).isEmpty());
    assertThat(unanswered(dashboard.queries(namespace.name()))).isEmpty();
    namespace.eventually(() ->
        assertThat(now(dashboard))
            .isEqualTo(
                Map.of(
                    "Leader", 1.0,
                    "Stacks", 4.0,
                    "Ready", 0.5,
                    "Plans that wait", 1.0,
                    "Drifted instances", 1.0,
                    "Instances", INSTANCES + 2.0)));
    assertThat(MetricsPage.read()).allSatisfy(this::assertShown);
  }

  /// Refers to the one above it, if there is one.
  private static String node(int i) {
    var input = i < WIDTH ? "value" : "${terraform_data.n%d.output}".formatted(i - WIDTH);
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: n%1$d}
    spec: {stack: layered, type: terraform_data, config: {input: "%2$s"}}
    """
        .formatted(i, input);
  }

  private static String thing(String stack, String more) {
    return THING.replace("STACK", stack).replace("MORE", more);
  }

  private List<Dashboard.Query> unanswered(List<Dashboard.Query> queries) {
    return queries.stream().filter(each -> !isAnswered(each)).toList();
  }

  /// Whether there is a number to be drawn.
  private boolean isAnswered(Dashboard.Query query) {
    var answer =
        query.instant()
            ? prometheus.query(query.expression())
            : prometheus.queryRange(query.expression());
    return answer
        .at("/data/result")
        .valueStream()
        .flatMap(each ->
            query.instant() ? Stream.of(each.path("value")) : each.path("values").valueStream())
        .anyMatch(each -> !each.path(1).asText().equals("NaN"));
  }

  /// The single numbers at the top, by their panel.
  private Map<String, Double> now(Dashboard dashboard) {
    return dashboard.queries().stream()
        .filter(each -> each.instant() && !each.panel().endsWith("since"))
        .collect(toMap(Dashboard.Query::panel, each -> number(each.expression())));
  }

  private double number(String expression) {
    return prometheus.query(expression).at("/data/result/0/value/1").asDouble();
  }

  /// The metrics of the page that are not there.
  private Set<String> missing() {
    return MetricsPage.read().entrySet().stream()
        .filter(each -> scraped(each.getKey(), each.getValue()).isEmpty())
        .map(Map.Entry::getKey)
        .collect(toSet());
  }

  private JsonNode scraped(String name, MetricsPage.Metric metric) {
    var sample = metric.type().equals("histogram") ? name + "_count" : name;
    return prometheus.query(sample).at("/data/result");
  }

  private void assertShown(String name, MetricsPage.Metric metric) {
    assertThat(scraped(name, metric))
        .as(name)
        .isNotEmpty()
        .allSatisfy(each -> {
          var labels = new TreeSet<String>();
          each.path("metric").fieldNames().forEachRemaining(labels::add);
          labels.removeAll(List.of("__name__", "job", "instance"));
          assertThat(labels).isEqualTo(metric.labels());
        });
  }
}
