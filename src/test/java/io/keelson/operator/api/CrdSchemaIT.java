package io.keelson.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanSpec;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the real API server makes of our schemas: what it refuses, its defaults, what it prints,
/// and how large an object may be.
@ExtendWith(OnControlPlane.class)
final class CrdSchemaIT {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    Installation.crds(controlPlane);
  }

  static Stream<Arguments> refused() throws IOException {
    try (var file = CrdSchemaIT.class.getResourceAsStream("/schema/refused.yaml")) {
      var cases = YAML.readTree(file);
      return StreamSupport.stream(cases.spliterator(), false)
          .map(each -> Arguments.of(each.get("story").asText(), each));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void badManifest_isRefusedWithItsReason(String story, JsonNode it, TestNamespace namespace) {
    if (it.has("before")) {
      namespace.applyAs("admin", manifest(it.get("before"))).orThrow();
    }
    var applied = namespace.applyAs("admin", manifest(it.get("manifest")));
    assertThat(applied.exitCode()).isNotZero();
    assertThat(applied.err()).contains(it.get("says").asText());
  }

  @Test
  void emptyStack_hasAllDefaults(TestNamespace namespace) {
    namespace.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: a}
        spec: {}
        """);
    var stack = namespace.client().resources(Stack.class).inNamespace(namespace.name());
    var spec = stack.withName("a").get().getSpec();
    assertThat(spec.suspend).isFalse();
    assertThat(List.of(spec.settle, spec.removalGrace, spec.interval))
        .containsExactly("5s", "2m", "1h");
    assertThat(spec.parallelism).isEqualTo(10);
    assertThat(spec.approval.mode).isEqualTo(StackSpec.ApprovalMode.Policy);
    assertThat(spec.approval.autoApproveWhen).isEqualTo("plan.destructive == 0");
    assertThat(spec.approval.expiresAfter).isEqualTo("72h");
    assertThat(spec.driftPolicy.mode).isEqualTo(StackSpec.DriftMode.Report);
    assertThat(spec.deletion.policy).isEqualTo(StackSpec.DeletionPolicy.Destroy);
    assertThat(spec.deletion.approval).isEqualTo(StackSpec.DeletionApproval.Required);
    assertThat(spec.maxRemovals.getStrVal()).isEqualTo("10%");
    assertThat(spec.serviceAccountName).isEqualTo("default");
  }

  @Test
  void newObject_isNotTakenForAFinishedOne(TestNamespace namespace) {
    namespace.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: a}
        spec: {stack: s, type: t}
        """);
    var created =
        namespace.client().resources(Resource.class).inNamespace(namespace.name()).withName("a");
    assertThat(created.get().getStatus().observedGeneration).isEqualTo(-1);
  }

  @Test
  void stack_isPrintedAsDesigned(TestNamespace namespace) {
    var stack = new Stack();
    stack.setMetadata(new ObjectMetaBuilder().withName("shop").build());
    stack.setSpec(new StackSpec());
    var created = namespace.client().resource(stack).inNamespace(namespace.name()).create();
    var status = new StackStatus();
    status.observedGeneration = 1L;
    status.conditions =
        List.of(
            new ConditionBuilder()
                .withType("Ready")
                .withStatus("False")
                .withReason("AwaitingApproval")
                .withMessage("A plan waits.")
                .withLastTransitionTime("2026-01-01T00:00:00Z")
                .build());
    status.resources = "142/150";
    status.pending = "+3 ~1 -/+1 -0";
    status.drifted = 1;
    created.setStatus(status);
    namespace.client().resource(created).updateStatus();

    assertThat(columns(namespace, "stacks"))
        .containsExactly(
            "NAME READY REASON RESOURCES PENDING DRIFT AGE",
            "shop False AwaitingApproval 142/150 +3 ~1 -/+1 -0 1 AGE");
  }

  @Test
  void otherKinds_havePrintedColumns(TestNamespace namespace) {
    namespace.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: frontend}
        spec: {stack: shop, type: aws_instance}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: ResourceInstance
        metadata: {name: shop-frontend-k3v9}
        spec: {stack: shop, type: aws_instance, address: 'aws_instance.frontend["a"]'}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Plan
        metadata: {name: shop-57-7c21d0}
        spec:
          stack: shop
          stackUid: u
          epoch: 57
          counts: {add: 3, change: 1, replace: 1, destroy: 0}
          digest: "%s"
        """
            .formatted(DIGEST));
    namespace
        .kubectl(
            "patch",
            "kri",
            "shop-frontend-k3v9",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": {\"serial\": 1, \"id\": \"i-0abc\", \"phase\": \"Ready\","
                + " \"deposedCount\": 0}}")
        .orThrow();

    assertThat(columns(namespace, "kres").getFirst())
        .isEqualTo("NAME STACK TYPE READY REASON INSTANCES AGE");
    assertThat(columns(namespace, "kri"))
        .containsExactly(
            "NAME ADDRESS ID STATUS DRIFT AGE",
            "shop-frontend-k3v9 aws_instance.frontend[\"a\"] i-0abc Ready AGE");
    assertThat(columns(namespace, "kpl"))
        .containsExactly(
            "NAME STACK PHASE ADD CHANGE REPLACE DESTROY AGE", "shop-57-7c21d0 shop 3 1 1 0 AGE");
  }

  @Test
  void largestPlan_fits(TestNamespace namespace) {
    var plan = new Plan();
    plan.setMetadata(new ObjectMetaBuilder().withName("large").build());
    plan.setSpec(new PlanSpec());
    plan.getSpec().stack = "shop";
    plan.getSpec().stackUid = "u";
    plan.getSpec().digest = DIGEST;
    plan.getSpec().epoch = 1L;
    plan.getSpec().counts = new PlanCounts();
    plan.getSpec().text = "x".repeat(256 * 1024);
    var change = new PlanSpec.PlanChange();
    change.address = "kubernetes_object.some_name_of_usual_length[\"and-a-key\"]";
    change.action = "Replace";
    change.replacePaths = List.of("manifest.metadata.name");
    plan.getSpec().leaves = "x".repeat(900 * 1024);
    plan.getSpec().changes = Collections.nCopies(1000, change);

    var created = namespace.client().resource(plan).inNamespace(namespace.name()).create();
    assertThat(created.getSpec().changes).hasSize(1000);
  }

  @Test
  void plansPhase_canBeWaitedFor(TestNamespace namespace) {
    namespace.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Plan
        metadata: {name: a}
        spec: {stack: shop, stackUid: u, epoch: 1, counts: {}, digest: "%s"}
        """
            .formatted(DIGEST));
    namespace
        .kubectl(
            "patch",
            "plan",
            "a",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": {\"phase\": \"Applied\"}}")
        .orThrow();
    namespace
        .kubectl("wait", "--for=jsonpath={.status.phase}=Applied", "--timeout=10s", "plan/a")
        .orThrow();
  }

  private static String manifest(JsonNode body) {
    return ((ObjectNode) body.deepCopy()).put("apiVersion", "keelson.dev/v1alpha1").toString();
  }

  /// The printed table with single blanks, and the age, which nobody can foresee, as AGE.
  private static List<String> columns(TestNamespace namespace, String kind) {
    return namespace
        .kubectl("get", kind)
        .orThrow()
        .out()
        .lines()
        .map(line -> line.strip().replaceAll(" +", " ").replaceAll(" \\d+s$", " AGE"))
        .toList();
  }
}
