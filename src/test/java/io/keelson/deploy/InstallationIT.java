package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.keelson.testing.Command;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the installed roles and admission policies allow and refuse.
@ExtendWith(OnControlPlane.class)
final class InstallationIT {
  private static final String OPERATOR = "system:serviceaccount:keelson-system:keelson";

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {}
      """;
  private static final String RECORD =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ResourceInstance
      metadata: {name: record, annotations: {kept: "1"}}
      spec: {stack: shop, address: terraform_data.a, type: terraform_data}
      """;

  private static final String PLAN =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Plan
      metadata:
        name: shop-1
        ownerReferences: [{apiVersion: keelson.dev/v1alpha1, kind: Stack, name: shop, uid: UID}]
      spec:
        stack: shop
        stackUid: UID
        epoch: 1
        counts: {}
        digest: "0123456789012345678901234567890123456789012345678901234567890123"
      """;

  @BeforeAll
  static void install(TestNamespace namespace) throws IOException {
    Installation.withAdmission(namespace);
    var controlPlane = namespace.controlPlane();
    try (var file = new FileInputStream("deploy/keelson.yaml")) {
      for (HasMetadata object : controlPlane.client().load(file).items()) {
        if (object instanceof ClusterRole || object instanceof ClusterRoleBinding) {
          controlPlane.client().resource(object).serverSideApply();
        }
      }
    }
  }

  @Test
  void wholeInstallation_isAccepted(TestNamespace namespace) {
    var controlPlane = namespace.controlPlane();
    // A dry run creates none, and without one the rest of the file has no place.
    namespace.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: keelson-system}
        """);
    controlPlane.kubectl("apply", "--dry-run=server", "-f", "deploy/keelson.yaml").orThrow();
  }

  @Test
  void approvalInAnothersName_isRefused(TestNamespace namespace) {
    grant(namespace, "keelson-approve");
    var refused = namespace.applyAs("alice", approval("admin"));
    assertThat(refused.err())
        .contains(
            "spec.approver is 'admin', but this request comes from 'alice'",
            "Set spec.approver to 'alice' to decide for yourself");
  }

  @Test
  void approvalInOnesOwnName_isAccepted(TestNamespace namespace) {
    grant(namespace, "keelson-approve");
    // Not by apply: who may approve may create and delete an approval, but not change one.
    namespace.applyAs("alice", approval("alice")).orThrow();
  }

  @Test
  void approvalByWhoMayOnlyEdit_isRefused(TestNamespace namespace) {
    grant(namespace, "keelson-edit");
    assertThat(namespace.applyAs("alice", approval("alice")).err())
        .contains("User \"alice\" cannot");
  }

  @Test
  void approvingAnnotation_needsTheVerbApprove(TestNamespace namespace) {
    grant(namespace, "keelson-view");
    grant(namespace, "keelson-edit");
    namespace.applyAs("alice", STACK).orThrow();
    namespace.kubectlAs("alice", "annotate", "stack", "shop", "other=x").orThrow();

    var refused = annotate(namespace, "stack/shop", "keelson.dev/approve=abc");
    assertThat(refused.err()).contains("it needs the verb approve on stacks/shop");

    grant(namespace, "keelson-approve");
    annotate(namespace, "stack/shop", "keelson.dev/approve=abc").orThrow();
  }

  @Test
  void approvingAnnotationOnANewStack_needsTheVerbToo(TestNamespace namespace) {
    grant(namespace, "keelson-view");
    grant(namespace, "keelson-edit");
    var approved =
        STACK.replace("{name: shop}", "{name: shop, annotations: {keelson.dev/approve: abc}}");
    assertThat(namespace.applyAs("alice", approved).err()).contains("it needs the verb approve");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete kri/record",
        "annotate kri/record other=x",
        "annotate kri/record kept-",
        "label kri/record other=x",
        "patch kri/record --type=merge -p {\"spec\":{\"address\":\"terraform_data.b\"}}",
        "patch kri/record --type=merge -p {\"metadata\":{\"finalizers\":[\"a.b/c\"]}}",
        "patch kri/record --type=merge --subresource=status -p {\"status\":{\"serial\":9}}",
        "patch stack/shop --type=merge --subresource=status -p {\"status\":{\"applyEpoch\":9}}"
      })
  void stateWrittenByAPerson_isRefused(String arguments, TestNamespace namespace) {
    grant(namespace, "cluster-admin");
    namespace.apply(STACK);
    namespace.apply(RECORD);
    var refused = namespace.kubectlAs("alice", arguments.split(" ", -1));
    assertThat(refused.err()).contains("is written by the operator only, not by 'alice'");
  }

  @Test
  void recordMadeByAPerson_isRefused(TestNamespace namespace) {
    grant(namespace, "cluster-admin");
    assertThat(namespace.applyAs("alice", RECORD).err())
        .contains("resourceinstances is written by the operator only, not by 'alice'");
  }

  private static final String DEFINITION =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: web-app}
      spec: {version: 1.0.0}
      """;

  @Test
  void definition_isWrittenByItsAuthors_andUsedByOthers(TestNamespace namespace) {
    grant(namespace, "keelson-component-user");
    assertThat(namespace.applyAs("alice", DEFINITION).err()).contains("User \"alice\" cannot");
    namespace
        .applyAs(
            "alice",
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Component
            metadata: {name: web}
            spec: {stack: shop, definition: {name: web-app}}
            """)
        .orThrow();

    grant(namespace, "keelson-component-author");
    namespace.applyAs("alice", DEFINITION).orThrow();
  }

  @Test
  void revisionMadeByAPerson_isRefused(TestNamespace namespace) {
    grant(namespace, "cluster-admin");
    var revision =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ComponentRevision
        metadata: {name: web-app-1.0.0-00000000}
        spec: {definition: web-app, version: 1.0.0, digest: "%s", body: {version: 1.0.0}}
        """
            .formatted("0".repeat(64));
    assertThat(namespace.applyAs("alice", revision).err())
        .contains("componentrevisions is written by the operator only, not by 'alice'");
  }

  @Test
  void resolvingAnnotation_needsTheVerbRepair(TestNamespace namespace) {
    namespace.apply(RECORD);
    namespace
        .kubectl("create", "role", "patch", "--verb=get,patch", "--resource=kri.keelson.dev")
        .orThrow();
    namespace.kubectl("create", "rolebinding", "patch", "--role=patch", "--user=alice").orThrow();
    var refused = annotate(namespace, "kri/record", "keelson.dev/resolve=absent");
    assertThat(refused.err())
        .contains("the verb repair allows the annotation keelson.dev/resolve on its instance");

    grant(namespace, "keelson-repair");
    annotate(namespace, "kri/record", "keelson.dev/resolve=absent").orThrow();
  }

  @Test
  void stateWrittenByTheOperatorsAccount_isAccepted(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    namespace.apply(STACK);
    var as = "--as=" + OPERATOR;
    namespace.kubectl("annotate", "stack", "shop", "other=x", as).orThrow();
    namespace.apply(RECORD);
    // The operator reads no status before it writes one, and has no right to, as kubectl patch
    // would need it.
    var record = namespace.get("kri record").<ObjectNode>require();
    record.withObject("/status").put("serial", 1);
    var file = Files.writeString(folder.resolve("record.json"), record.toString());
    namespace
        .kubectl(
            "replace",
            as,
            "--raw",
            "/apis/keelson.dev/v1alpha1/namespaces/%s/resourceinstances/record/status"
                .formatted(namespace.name()),
            "-f",
            file.toString())
        .orThrow();
    namespace.kubectl("delete", "kri", "record", as).orThrow();
  }

  @Test
  void plansOfADeletedStack_areCollected(TestNamespace namespace) {
    namespace.apply(STACK);
    var uid = namespace.kubectl("get", "stack", "shop", "-o", "jsonpath={.metadata.uid}");
    namespace.apply(PLAN.replace("UID", uid.orThrow().out().strip()));
    namespace.kubectl("delete", "stack", "shop").orThrow();
    namespace.kubectl("wait", "--for=delete", "--timeout=60s", "plan/shop-1").orThrow();
  }

  @Test
  void recordsOfADeletedNamespace_goWithIt(TestNamespace namespace) {
    namespace.apply(RECORD);
    var controlPlane = namespace.controlPlane();
    controlPlane
        .kubectl("delete", "namespace", namespace.name(), "--wait", "--timeout=60s")
        .orThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "yes, impersonate, serviceaccounts",
    "yes, create, secrets",
    "yes, get, validatingadmissionpolicies.admissionregistration.k8s.io",
    "no, impersonate, users",
    "no, impersonate, groups",
    "no, create, deployments.apps",
    "no, create, planapprovals.keelson.dev",
    "no, delete, stacks.keelson.dev",
    "no, approve, stacks.keelson.dev"
  })
  void operatorsAccount_mayDoWhatItNeedsAndNoMore(
      String answer, String verb, String resource, TestNamespace namespace) {
    var asked = namespace.kubectl("auth", "can-i", verb, resource, "--as=" + OPERATOR);
    assertThat(asked.out().strip()).isEqualTo(answer);
  }

  private static Command.Result annotate(TestNamespace namespace, String what, String annotation) {
    return namespace.kubectlAs("alice", "annotate", what, annotation);
  }

  private static void grant(TestNamespace namespace, String clusterRole) {
    namespace
        .kubectl(
            "create", "rolebinding", clusterRole, "--clusterrole=" + clusterRole, "--user=alice")
        .orThrow();
  }

  private static String approval(String approver) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: PlanApproval
    metadata: {name: mine}
    spec:
      stack: shop
      digest: "sha256:%s"
      decision: Approve
      approver: %s
    """
        .formatted("0123456789abcdef".repeat(4), approver);
  }
}
