package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Resources that get another name, or are managed no more, as people see it through kubectl.
@ExtendWith(OnControlPlane.class)
final class StackMoveIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1h
        maxRemovals: 100%
        serviceAccountName: deployer
        outputs: [{name: label, value: "${terraform_data.label.output}"}]
      """;

  private static final String LABEL =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: label}
      spec: {stack: shop, type: terraform_data, config: {input: "${kubernetes_object.NAME.uid}"}}
      """;

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  private static String account(String namespace) {
    return """
    apiVersion: v1
    kind: ServiceAccount
    metadata: {name: deployer}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: deployer}
    rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list, create, patch, delete]}]
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: {name: deployer}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
    subjects: [{kind: ServiceAccount, name: deployer, namespace: %s}]
    """
        .formatted(namespace);
  }

  private static String settings(String name) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec:
      stack: shop
      type: kubernetes_object
      config:
        manifest:
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: shop-settings}
          data: {color: green}
    """
        .formatted(name);
  }

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(account(namespace.name()));
    kubectl.apply(STACK + settings("settings") + LABEL.replace("NAME", "settings"));
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private String record(String address, String path) {
    return kubectl.get(
        "resourceinstances", ".items[?(@.spec.address==\"" + address + "\")]" + path);
  }

  private void rename() {
    kubectl.namespace().delete("resource settings");
    kubectl.apply(
        STACK
            + "  moves: [{from: kubernetes_object.settings, to: kubernetes_object.config}]\n"
            + settings("config")
            + LABEL.replace("NAME", "config"));
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(record("kubernetes_object.config", ".status.phase")).isEqualTo("Ready"));
    kubectl.awaitReady("shop");
  }

  @Test
  void renamedResource_keepsItsObjectAndItsRecord() {
    var object = kubectl.get("configmap shop-settings", ".metadata.uid");
    var record = record("kubernetes_object.settings", ".metadata.uid");

    rename();

    assertThat(kubectl.get("configmap shop-settings", ".metadata.uid")).isEqualTo(object);
    assertThat(record("kubernetes_object.config", ".metadata.uid")).isEqualTo(record);
    assertThat(record("kubernetes_object.config", ".spec.previousAddresses"))
        .isEqualTo("[\"kubernetes_object.settings\"]");
    assertThat(record("kubernetes_object.config", ".metadata.labels['keelson.dev/resource']"))
        .isEqualTo("config");
    assertThat(record("terraform_data.label", ".status.dependencies[*].resource"))
        .isEqualTo("kubernetes_object.config");
    assertThat(kubectl.get("resourceinstances", ".items[*].spec.address").split(" ")).hasSize(2);
    // Two plans were carried out, the second of which only moved; nothing is left to plan.
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied Applied");
    assertThat(kubectl.get("plans", ".items[*].spec.text"))
        .contains("# kubernetes_object.settings has moved to kubernetes_object.config")
        .contains("0 to add, 0 to change, 0 to replace, 0 to destroy, 1 to move.");
    assertThat(kubectl.get("plans", ".items[*].spec.changes[*].previousAddress"))
        .isEqualTo("kubernetes_object.settings");
    assertThat(kubectl.get("stack shop", ".status.conditions[?(@.type==\"Planned\")].reason"))
        .isEqualTo("NothingToDo");
  }

  /// GitOps applies what is new before it prunes what is gone.
  @Test
  @Tag("R-CMP-40")
  void resourceThatSaysItsFormerName_takesOverTheObjectWhenTheOldOneIsGone() {
    var object = kubectl.get("configmap shop-settings", ".metadata.uid");
    var record = record("kubernetes_object.settings", ".metadata.name");

    kubectl.apply(
        settings("config").replace("spec:", "spec:\n  aliases: [kubernetes_object.settings]"));
    kubectl.awaitReason("resource config", "InvalidConfiguration");
    assertThat(kubectl.message("resource config")).contains("still declares");
    kubectl.apply(LABEL.replace("NAME", "config"));
    kubectl.namespace().delete("resource settings");

    kubectl.awaitReady("shop");
    assertThat(record("kubernetes_object.config", ".metadata.name")).isEqualTo(record);
    assertThat(kubectl.get("configmap shop-settings", ".metadata.uid")).isEqualTo(object);
    kubectl.awaitReason("resource config", "UpToDate");
  }

  /// In one commit the object gets another name, and its old name is given to something else.
  @Test
  @Tag("R-CMP-40")
  void oldNameThatIsUsedAnewAtOnce_isNotReplacedBeforeItsObjectHasTheNewName() {
    var object = kubectl.get("configmap shop-settings", ".metadata.uid");
    var other = settings("settings").replace("shop-settings", "more-settings");
    kubectl.apply(hasty());

    kubectl.apply(
        other
            + settings("config").replace("spec:", "spec:\n  aliases: [kubernetes_object.settings]")
            + LABEL.replace("NAME", "config"));

    kubectl.awaitReason("resource settings", "InvalidConfiguration");
    assertThat(kubectl.message("resource settings"))
        .contains("would replace", "kubernetes_object.config takes it over");
    assertThat(kubectl.get("configmap shop-settings", ".metadata.uid")).isEqualTo(object);
    kubectl.namespace().delete("resource settings");
    kubectl.awaitReady("shop");
    kubectl.apply(other);
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(record("kubernetes_object.settings", ".status.phase")).isEqualTo("Ready"));
    assertThat(kubectl.get("configmap shop-settings", ".metadata.uid")).isEqualTo(object);
    assertThat(kubectl.get("configmap more-settings", ".data.color")).isEqualTo("green");
  }

  @Test
  @Tag("R-CMP-40")
  void namesThatShift_destroyNothing() {
    kubectl.apply(hasty() + settings("more").replace("shop-settings", "more-settings"));
    kubectl
        .namespace()
        .eventually(
            () -> assertThat(record("kubernetes_object.more", ".status.phase")).isEqualTo("Ready"));
    var objects = kubectl.get("configmaps", ".items[*].metadata.uid");

    kubectl.apply(
        settings("more").replace("spec:", "spec:\n  aliases: [kubernetes_object.settings]")
            + settings("most")
                .replace("shop-settings", "more-settings")
                .replace("spec:", "spec:\n  aliases: [kubernetes_object.more]")
            + LABEL.replace("${kubernetes_object.NAME.uid}", "none"));
    kubectl.namespace().delete("resource settings");

    kubectl.awaitReason("resource more", "InvalidConfiguration");
    kubectl.awaitReason("resource most", "InvalidConfiguration");
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("stack shop", ".status.diagnostics"))
                .contains("would destroy", "Declare kubernetes_object.settings again"));
    assertThat(kubectl.get("configmaps", ".items[*].metadata.uid")).isEqualTo(objects);
  }

  private static String hasty() {
    return STACK.replace("1h", "0s");
  }

  @Test
  void oldName_canBeGivenToAnotherResource() {
    rename();
    var moved = record("kubernetes_object.config", ".metadata.name");

    kubectl.apply(STACK + settings("settings").replace("shop-settings", "more-settings"));

    kubectl
        .namespace()
        .eventually(() ->
            assertThat(record("kubernetes_object.settings", ".status.phase")).isEqualTo("Ready"));
    kubectl.awaitReady("shop");
    assertThat(record("kubernetes_object.settings", ".metadata.name"))
        .isNotEmpty()
        .isNotEqualTo(moved);
    assertThat(kubectl.get("configmap more-settings", ".data.color")).isEqualTo("green");
    assertThat(record("kubernetes_object.config", ".metadata.name")).isEqualTo(moved);
  }

  /// The Stack says that it moves before the old Resource is gone and the new one there.
  @Test
  void moveThatComesBeforeItsResources_waitsForThem() {
    var object = kubectl.get("configmap shop-settings", ".metadata.uid");

    kubectl.apply(
        STACK + "  moves: [{from: kubernetes_object.settings, to: kubernetes_object.config}]\n");

    kubectl.awaitReason("stack shop", "InvalidConfiguration");
    kubectl.awaitReason("resource settings", "InvalidConfiguration");
    assertThat(kubectl.get("resource settings", ".status.diagnostics[0].code")).isEqualTo("MOVED");
    kubectl.apply(LABEL.replace("${kubernetes_object.NAME.uid}", "none"));
    kubectl.namespace().delete("resource settings");
    // Nothing declares the new address yet, which is no reason to destroy anything.
    kubectl.awaitReason("stack shop", "RemovalGrace");
    kubectl.apply(settings("config") + LABEL.replace("NAME", "config"));
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap shop-settings", ".metadata.uid")).isEqualTo(object);
    assertThat(record("kubernetes_object.config", ".status.phase")).isEqualTo("Ready");
  }

  @Test
  void forgottenResource_waitsForAPersonAndLeavesItsObject() {
    var object = kubectl.get("configmap shop-settings", ".metadata.uid");
    kubectl.namespace().kubectl("delete", "resource", "settings", "label").orThrow();
    kubectl.apply(
        STACK.replaceAll("(?m)^ *outputs:.*\n", "")
            + "  removed: [{from: kubernetes_object.settings, destroy: false},"
            + " {from: terraform_data.label, destroy: true}]\n");
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("kubernetes_object.settings will no longer be managed")
        .contains("terraform_data.label will be destroyed");
    assertThat(kubectl.get("stack shop", ".status.diagnostics[*].code")).isEqualTo("REMOVED");

    kubectl.approve(plan);

    kubectl.awaitReady("shop");
    assertThat(kubectl.get("resourceinstances", ".items[*].spec.address")).isEmpty();
    assertThat(kubectl.get("configmap shop-settings", ".metadata.uid")).isEqualTo(object);
  }
}
