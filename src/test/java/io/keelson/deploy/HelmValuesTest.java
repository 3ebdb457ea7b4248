package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What each value of the chart changes in the objects that it renders.
final class HelmValuesTest {
  private static final String DIGEST = "sha256:" + "a1".repeat(32);
  private static final Map<String, String> SELECTOR = Map.of("app.kubernetes.io/name", "keelson");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                 | keelson:0.1.0",
        "{repository: r.example/k, tag: x}  | r.example/k:x",
        "{repository: k, digest: D}         | k@D",
        "{repository: k, tag: x, digest: D} | k:x@D",
      })
  void image_isThatOfTheValues(String image, String expected) {
    var chart = Chart.with("image: " + image.replace("D", DIGEST));
    assertThat(container(chart).getImage()).isEqualTo(expected.replace("D", DIGEST));
  }

  @Test
  void replicas_areLeftOutWhenNull() {
    assertThat(deployment("replicas: 3").getSpec().getReplicas()).isEqualTo(3);
    assertThat(deployment("{}").getSpec().getReplicas()).isEqualTo(1);
    assertThat(deployment("replicas: null").getSpec().getReplicas()).isNull();
  }

  @Test
  void labelsForEverything_areOnEveryObject_andOnPods() {
    var chart = Chart.with("commonLabels: {team: platform}");
    assertThat(chart.all())
        .hasSizeGreaterThan(25)
        .allSatisfy(object ->
            assertThat(object.getMetadata().getLabels()).containsEntry("team", "platform"));
    var deployment = chart.the(Deployment.class).getSpec();
    assertThat(deployment.getTemplate().getMetadata().getLabels())
        .containsEntry("team", "platform");
    // It cannot be changed later.
    assertThat(deployment.getSelector().getMatchLabels()).isEqualTo(SELECTOR);
  }

  @Test
  void labelsAndAnnotations_areWhereTheirValueSays() {
    var deployment =
        deployment(
            """
            deploymentAnnotations: {a: "1"}
            podLabels: {b: "2"}
            podAnnotations: {c: "3"}
            """);
    assertThat(deployment.getMetadata().getAnnotations()).isEqualTo(Map.of("a", "1"));
    assertThat(deployment.getMetadata().getLabels()).doesNotContainKey("b");
    var pod = deployment.getSpec().getTemplate().getMetadata();
    assertThat(pod.getLabels()).containsEntry("b", "2").containsAllEntriesOf(SELECTOR);
    assertThat(pod.getAnnotations()).isEqualTo(Map.of("c", "3"));
  }

  @Test
  void annotationsOfTheAccount_areOnTheServiceAccount() {
    var chart = Chart.with("serviceAccount: {annotations: {role: keys}}");
    assertThat(chart.the(ServiceAccount.class).getMetadata().getAnnotations())
        .isEqualTo(Map.of("role", "keys"));
  }

  @Test
  void podsPlace_isThatOfTheValues() {
    var pod =
        pod(
            """
            priorityClassName: important
            nodeSelector: {disk: fast}
            tolerations: [{operator: Exists}]
            affinity: {nodeAffinity: {}}
            imagePullSecrets: [{name: pull}]
            topologySpreadConstraints:
              - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
              - maxSkew: 2
                topologyKey: host
                whenUnsatisfiable: DoNotSchedule
                labelSelector: {matchLabels: {own: "1"}}
            """);
    assertThat(pod.getPriorityClassName()).isEqualTo("important");
    assertThat(pod.getNodeSelector()).isEqualTo(Map.of("disk", "fast"));
    assertThat(pod.getTolerations()).hasSize(1);
    assertThat(pod.getAffinity().getNodeAffinity()).isNotNull();
    assertThat(pod.getImagePullSecrets()).hasSize(1);
    var spread = pod.getTopologySpreadConstraints();
    assertThat(spread.get(0).getMaxSkew()).isEqualTo(1);
    assertThat(spread.get(0).getLabelSelector().getMatchLabels()).isEqualTo(SELECTOR);
    assertThat(spread.get(1).getLabelSelector().getMatchLabels()).isEqualTo(Map.of("own", "1"));
  }

  @Test
  void extras_comeAfterWhatTheChartSets() {
    var pod =
        pod(
            """
            extraArgs: [--provider-folder=/data]
            extraEnv: [{name: HTTPS_PROXY, value: "http://proxy:3128"}]
            extraVolumes: [{name: data, emptyDir: {}}]
            extraVolumeMounts: [{name: data, mountPath: /data}, {name: tmp, mountPath: /var/tmp}]
            """);
    var container = pod.getContainers().getFirst();
    assertThat(container.getArgs())
        .contains("--leader-elect")
        .endsWith("--provider-folder=/data")
        .startsWith("operator");
    assertThat(container.getEnv())
        .extracting(EnvVar::getName)
        .containsExactly("POD_NAME", "POD_NAMESPACE", "POD_UID", "HTTPS_PROXY");
    assertThat(pod.getVolumes()).extracting(Volume::getName).containsExactly("tmp", "data");
    assertThat(container.getVolumeMounts())
        .extracting(VolumeMount::getMountPath)
        .containsExactly("/tmp", "/data", "/var/tmp");
  }

  @Test
  void providers_haveTheirMirrorsAndTheirCache() {
    var pod =
        pod(
            """
            providers:
              cache: {persistentVolumeClaim: {claimName: packages}}
              mirrors: [{path: /mirror, volume: {persistentVolumeClaim: {claimName: mirror}}}]
            """);
    var container = pod.getContainers().getFirst();
    assertThat(container.getArgs()).contains("--provider-mirror=/mirror");
    assertThat(container.getVolumeMounts())
        .extracting(mount -> mount.getName() + " " + mount.getMountPath())
        .contains("provider-cache /tmp/keelson/packages", "provider-mirror-0 /mirror");
    assertThat(pod.getVolumes())
        .filteredOn(volume -> volume.getPersistentVolumeClaim() != null)
        .extracting(volume -> volume.getPersistentVolumeClaim().getClaimName())
        .containsExactly("packages", "mirror");
  }

  @Test
  void numbers_areWholeHoweverLarge() {
    var arguments =
        container(
                Chart.with(
                    """
                    hold: true
                    readsPerSecond: 5000000
                    limits:
                      instancesPerResource: 10000001
                      instancesPerStack: 10000002
                      instancesPerNamespace: 10000003
                      declaredMiBPerNamespace: 128
                    """))
            .getArgs();
    assertThat(arguments)
        .contains(
            "--hold",
            "--reads-per-second=5000000",
            "--max-instances-per-resource=10000001",
            "--max-instances-per-stack=10000002",
            "--max-instances-per-namespace=10000003",
            "--max-declared-mib-per-namespace=128");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                        | 0",
        "replicas: 2                                               | 1",
        "replicas: null                                            | 1",
        "podDisruptionBudget: {enabled: true}                      | 1",
        "{replicas: 2, podDisruptionBudget: {enabled: false}}      | 0",
      })
  void disruptionBudget_isThereWhereItHelps(String values, int budgets) {
    assertThat(Chart.with(values).all(PodDisruptionBudget.class)).hasSize(budgets);
  }

  @Test
  void disruptionBudget_letsTheOnlyPodGo() {
    var budget =
        Chart.with("podDisruptionBudget: {enabled: true}").the(PodDisruptionBudget.class).getSpec();
    assertThat(budget.getMaxUnavailable()).isEqualTo(new IntOrString(1));
    assertThat(budget.getMinAvailable()).isNull();
    assertThat(budget.getSelector().getMatchLabels()).isEqualTo(SELECTOR);
  }

  @Test
  void networkPolicy_isThereWhenAskedFor() {
    assertThat(Chart.with("{}").all(NetworkPolicy.class)).isEmpty();
    var policy = Chart.with("networkPolicy: {enabled: true}").the(NetworkPolicy.class).getSpec();
    assertThat(policy.getPodSelector().getMatchLabels()).isEqualTo(SELECTOR);
    assertThat(policy.getEgress())
        .flatExtracting(rule -> ports(rule.getPorts()))
        .containsExactly("UDP 53", "TCP 53", "TCP 443", "TCP 6443");
    assertThat(ports(policy.getIngress().getFirst().getPorts())).containsExactly("TCP http");
    assertThat(policy.getIngress().getFirst().getFrom()).isEmpty();
  }

  @Test
  void networkPolicy_letsTheTestIn_whoeverElseMayCome() {
    var chart =
        Chart.with(
            """
            networkPolicy:
              enabled: true
              httpsPorts: [8443]
              metricsFrom: [{namespaceSelector: {matchLabels: {name: monitoring}}}]
              extraEgress: [{ports: [{port: 5432}]}]
            """);
    var policy = chart.the(NetworkPolicy.class).getSpec();
    assertThat(policy.getEgress())
        .flatExtracting(rule -> ports(rule.getPorts()))
        .containsExactly("UDP 53", "TCP 53", "TCP 8443", "null 5432");
    var from = policy.getIngress().getFirst().getFrom();
    assertThat(from).hasSize(2);
    assertThat(from.getFirst().getNamespaceSelector().getMatchLabels())
        .isEqualTo(Map.of("name", "monitoring"));
    assertThat(from.getLast().getPodSelector().getMatchLabels())
        .isEqualTo(Map.of("app.kubernetes.io/name", "keelson-test"));
  }

  @Test
  void podMonitor_hasItsLabelsAndItsInterval() {
    var monitor =
        Chart.with("podMonitor: {enabled: true, interval: 15s, labels: {release: prometheus}}")
            .the(GenericKubernetesResource.class);
    assertThat(monitor.getKind()).isEqualTo("PodMonitor");
    assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "prometheus");
    assertThat(monitor.getAdditionalProperties().toString()).contains("interval=15s");
  }

  @Test
  void writersOfState_areNamedInThePolicy() {
    assertThat(Chart.render(chart -> chart.set("admission.writers.users[0]", "backup")))
        .contains("[\"system:serviceaccount:keelson-system:keelson\",\"backup\"]");
  }

  @Test
  void switchedOffParts_areNotRendered() {
    var chart =
        Chart.with(
            "{crds: {install: false}, admission: {enabled: false}, rbac: {aggregate: false}}");
    assertThat(chart.all(CustomResourceDefinition.class)).isEmpty();
    assertThat(chart.all())
        .noneMatch(object -> object.getKind().startsWith("ValidatingAdmissionPolicy"))
        .noneMatch(object -> object.getMetadata().getLabels().toString().contains("aggregate-to"));
  }

  @Test
  void customResourceDefinitions_areKeptByHelm() {
    assertThat(Chart.with("{}").all(CustomResourceDefinition.class))
        .hasSizeGreaterThan(10)
        .allSatisfy(crd ->
            assertThat(crd.getMetadata().getAnnotations())
                .containsEntry("helm.sh/resource-policy", "keep"));
  }

  /// The schema refuses what it does not know, and a reader looks into the values.
  @Test
  void everyValue_isInTheSchemaAndInTheValues() throws IOException {
    var yaml = new ObjectMapper(new YAMLFactory());
    var values = yaml.readTree(Path.of("helm/keelson/values.yaml").toFile());
    var schema = yaml.readTree(Path.of("helm/keelson/values.schema.json").toFile());
    // Helm itself gives a chart global values.
    ((ObjectNode) schema.get("properties")).remove("global");
    assertThat(values.fieldNames())
        .toIterable()
        .containsExactlyElementsOf(schema.get("properties")::fieldNames);
  }

  private static List<String> ports(List<NetworkPolicyPort> ports) {
    return ports.stream()
        .map(port -> port.getProtocol() + " " + port.getPort().getValue())
        .toList();
  }

  private static Deployment deployment(String values) {
    return Chart.with(values).the(Deployment.class);
  }

  private static PodSpec pod(String values) {
    return deployment(values).getSpec().getTemplate().getSpec();
  }

  private static Container container(Chart chart) {
    var pod = chart.the(Deployment.class).getSpec().getTemplate().getSpec();
    return pod.getContainers().getFirst();
  }
}
