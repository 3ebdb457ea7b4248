package io.keelson.operator;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.cli.Program;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What the commands say of a Stack that the operator has applied.
@ExtendWith(OnControlPlane.class)
final class CommandLineIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String RIGHTS =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: keys, namespace: NS}
      stringData: {token: word-of-nobody}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: objects, namespace: NS}
      rules: [{apiGroups: [""], resources: [configmaps, secrets], verbs: [get, create, patch, delete]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: objects, namespace: NS}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: objects}
      subjects: [{kind: ServiceAccount, name: default}]
      """;

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop, namespace: NS}
      spec:
        settle: 0s
        approval: {mode: Manual}
        variables: [{name: token, valueFrom: {secretKeyRef: {name: keys, key: token}}}]
        outputs: [{name: office, value: "${terraform_data.office.id}"}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: office, namespace: NS}
      spec: {stack: shop, type: terraform_data, config: {input: FLOOR}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk, namespace: NS}
      spec: {stack: shop, type: terraform_data, count: 2, config: {input: "${terraform_data.office.id} ${variable.token}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: map, namespace: NS}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {floor: FLOOR}}}
      """;

  /// It is being made until somebody says that it is done.
  private static final String SLOW =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: slow}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: slow}}
          wait: {for: {jsonPath: {path: .data.done, value: "yes"}}}
      """;

  @TempDir private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(RIGHTS.replace("NS", own.name()));
    kubectl.apply(Files.readString(declared("first")));
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// A folder with what is declared, in one file.
  private Path declared(String floor) throws IOException {
    var file = folder.resolve(floor).resolve("shop.yaml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, SHOP.replace("NS", namespace.name()).replace("FLOOR", floor));
  }

  /// A folder of manifests.
  private Path folderOf(String floor) throws IOException {
    declared(floor);
    return folder.resolve(floor);
  }

  /// Every object of the namespace with its version.
  private Map<String, String> versions() {
    var kinds =
        namespace
            .kubectl("api-resources", "--namespaced", "--verbs=list", "-o", "name")
            .orThrow()
            .out()
            .strip()
            .replace("\n", ",");
    var objects =
        namespace
            .kubectl(
                "get",
                kinds,
                "-o",
                "jsonpath={range .items[*]}{.apiVersion}/{.kind}/{.metadata.name} "
                    + "{.metadata.resourceVersion}{\"\\n\"}{end}")
            .orThrow();
    return objects
        .out()
        .lines()
        .collect(
            toMap(
                line -> line.split(" ", -1)[0],
                line -> line.split(" ", -1)[1],
                (one, other) -> one,
                TreeMap::new));
  }

  @Test
  void plan_writesNothing_andItsExitCodeSaysWhetherThereIsSomethingToDo() throws IOException {
    // From now on nobody else writes.
    operator.close();
    var before = versions();
    assertThat(before).hasSizeGreaterThan(10);

    var same = Program.runOn(namespace.controlPlane(), "plan", "-f", folderOf("first"));
    var other = Program.runOn(namespace.controlPlane(), "plan", "-f", folderOf("second"));
    var wrong =
        Program.runOn(
            namespace.controlPlane(), "plan", "-f", folderOf("${terraform_data.offise.id}"));

    assertThat(same.exitCode()).as(same::toString).isZero();
    assertThat(other.exitCode()).as(other::toString).isEqualTo(2);
    assertThat(other.out())
        .contains("~ terraform_data.office", "~ kubernetes_object.map", "\"first\" -> \"second\"")
        .endsWith("Plan: 0 to add, 2 to change, 0 to replace, 0 to destroy.\n");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.errors()).contains("offise", "shop.yaml");
    assertThat(same + "" + other + wrong).doesNotContain("word-of-nobody");
    assertThat(versions()).isEqualTo(before);
  }

  @Test
  void check_findsMistakesWithoutPlanning() throws IOException {
    assertThat(Program.runOn(namespace.controlPlane(), "check", "-f", folderOf("first")).exitCode())
        .isZero();
    assertThat(
            Program.runOn(
                    namespace.controlPlane(),
                    "check",
                    "-f",
                    declared("${terraform_data.offise.id}"))
                .exitCode())
        .isEqualTo(1);
  }

  @Test
  void check_looksUpInTheClusterWhatTheFilesDoNotHave() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("cloud.yaml"),
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Stack
            metadata: {name: cloud}
            spec: {providerConfigs: [clocks]}
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: start}
            spec: {stack: cloud, type: terraform_data, config: {input: one}}
            """);
    var alone = Program.runIn(namespace, "check", "-f", file);
    var missing = Program.runIn(namespace, "check", "--cluster", "-f", file);
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: clocks}
        spec: {providerRef: {name: no-such-provider}}
        """);
    var withoutProvider = Program.runIn(namespace, "check", "--cluster", "-f", file);

    assertThat(alone.exitCode()).as(alone.errors()).isZero();
    assertThat(missing.exitCode()).isOne();
    assertThat(missing.errors())
        .contains(
            "There is no ProviderConfig 'clocks' in namespace '%s'. Create it, or take it off"
                    .formatted(namespace.name())
                + " spec.providerConfigs of the Stack.");
    assertThat(withoutProvider.errors())
        .contains("no-such-provider")
        .doesNotContain("There is no ProviderConfig");
  }

  @Test
  void planOfTheCluster_isShownAndDecided() throws IOException {
    kubectl.apply(Files.readString(declared("second")));
    var plan = kubectl.awaitPlan("shop");

    var text = Program.runIn(namespace, "show", "plan/" + plan);
    var json = Program.runIn(namespace, "show", plan, "-o", "json");
    var drawn = Program.runIn(namespace, "show", plan, "-o", "mermaid");

    assertThat(text.exitCode()).isZero();
    assertThat(text.out().strip()).isEqualTo(kubectl.get("plan " + plan, ".spec.text"));
    var record = JSON.readTree(json.out());
    assertThat(record.at("/changes"))
        .extracting(each -> each.path("address").asText())
        .containsExactly("kubernetes_object.map", "terraform_data.office");
    assertThat(record.at("/counts/change").asInt()).isEqualTo(2);
    assertThat(record.at("/digest").asText())
        .isEqualTo(kubectl.get("plan " + plan, ".spec.digest"));
    assertThat(record.at("/phase").asText()).isEqualTo("AwaitingApproval");
    assertThat(record.has("leaves")).isFalse();
    assertThat(drawn.exitCode()).isEqualTo(1);
    assertThat(drawn.errors()).contains("does not keep its order; 'keelson plan' draws it");

    assertThat(Program.runIn(namespace, "approve", plan).exitCode()).isZero();
    kubectl.awaitReady("shop");
    var applied = Program.runIn(namespace, "show", plan, "-o", "json");
    assertThat(JSON.readTree(applied.out()).at("/phase").asText()).isEqualTo("Applied");
    assertThat(JSON.readTree(applied.out()).at("/decision").isMissingNode()).isFalse();
  }

  @Test
  void planThatHasBegun_isNotDecidedAboutAnyMore() {
    var applied = kubectl.get("plans", ".items[0].metadata.name");
    var late = Program.runIn(namespace, "approve", applied);
    assertThat(late.exitCode()).isEqualTo(1);
    assertThat(late.errors()).contains("Plan '" + applied + "' was carried out already.");
    kubectl.apply(SLOW);
    var plan = kubectl.awaitPlan("shop");
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applying");

    var refused = Program.runIn(namespace, "reject", plan);
    kubectl.reject(plan);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("is being carried out since it was approved by admin", "\"suspend\":true");
    namespace.eventually(() ->
        assertThat(kubectl.get("kpa " + plan + "-reject", ".status.phase")).isEqualTo("TooLate"));
    assertThat(kubectl.get("kpa " + plan + "-reject", ".status.message"))
        .contains("none stops it", "spec.suspend of Stack shop");
    assertThat(kubectl.get("kpa " + plan + "-approve", ".status.phase")).isEqualTo("Used");
    namespace.eventually(() -> assertThat(namespace.exists("configmap slow")).isTrue());
    kubectl.merge("configmap slow", "{\"data\":{\"done\":\"yes\"}}");
    kubectl.awaitReady("shop");
  }

  @Test
  void exportedState_isWhatTheRecordsHold() throws IOException {
    var file = folder.resolve("shop.json");

    var exported = Program.runIn(namespace, "state", "export", "shop", "--to", file);
    var again = Program.runIn(namespace, "state", "export", "shop", "--to", file);

    assertThat(exported.exitCode()).as(exported::toString).isZero();
    assertThat(again.exitCode()).isNotZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    var state = JSON.readTree(file.toFile());
    var records =
        new Records(namespace)
            .all().stream().collect(toMap(each -> each.getSpec().address, each -> each));
    var instances =
        StreamSupport.stream(state.path("instances").spliterator(), false)
            .collect(toMap(each -> each.path("address").asText(), each -> each));
    assertThat(instances).containsOnlyKeys(records.keySet()).hasSize(4);
    instances.forEach((address, instance) ->
        holdsTheSame(instance.path("current"), Objects.requireNonNull(records.get(address))));
    assertThat(state.at("/outputs/office/value").asText())
        .isEqualTo(new Records(namespace).ids().get("terraform_data.office"));
    assertThat(String.valueOf(instances.get("terraform_data.desk[1]"))).contains("word-of-nobody");

    var planned =
        Program.runOn(namespace.controlPlane(), "plan", "-f", declared("first"), "--state", file);
    assertThat(planned.exitCode()).as(planned::toString).isZero();
    assertThat(Program.runOn(namespace.controlPlane(), "show", file).out())
        .contains("terraform_data.desk[1]", "(sensitive value)")
        .doesNotContain("word-of-nobody");
  }

  /// Of the attributes, those that are no secrets: these are sealed in the record.
  private static void holdsTheSame(JsonNode object, ResourceInstance record) {
    var status = record.getStatus();
    var stored = Objects.requireNonNull(status.state);
    var attributes = object.path("attributes");
    assertThat(attributes.size()).isPositive();
    for (Map.Entry<String, JsonNode> each : stored.properties())
      if (!each.getValue().isNull())
        assertThat(attributes.path(each.getKey()))
            .as(record.getSpec().address + " " + each.getKey())
            .isEqualTo(each.getValue());
    assertThat(object.path("provider").asText()).isEqualTo(status.provider);
  }
}
