package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.Soak;
import io.keelson.testing.TestNamespace;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A Stack whose namespace is deleted under it: nothing can be created there any more, and the
/// rights of its account go as well.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
@Execution(ExecutionMode.CONCURRENT)
final class NamespaceEndIT {
  /// What is deleted with `kubectl delete -f`. `HOME` and `AWAY` are namespaces.
  private static final String FOLDER =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: HOME}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: deployer}
      rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, create, patch, delete]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: deployer}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      subjects: [{kind: ServiceAccount, name: default, namespace: HOME}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 1s, deletion: {approval: APPROVAL}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: settings}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: note}
      spec: {stack: shop, type: terraform_data, config: {input: "${kubernetes_object.settings.uid}"}}
      """;

  /// Rights for one object in another namespace, which outlive the folder.
  private static final String RIGHTS_AWAY =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: deployer, namespace: AWAY}
      rules: [{apiGroups: [""], resources: [configmaps], verbs: [VERBS]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: deployer, namespace: AWAY}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      subjects: [{kind: ServiceAccount, name: default, namespace: HOME}]
      """;

  /// What the chart's ClusterRole keelson-repair allows, for one person.
  private static final String REPAIR =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: HOME-repair}
      rules:
      - apiGroups: [keelson.dev]
        resources: [resourceinstances]
        verbs: [get, list, watch, update, patch, repair]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: HOME-repair}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: HOME-repair}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: HOME-rescuer}]
      """;

  private static final String ALL_VERBS = "get, create, patch, delete";

  private static final String OBJECT_AWAY =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: away}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: away, namespace: AWAY}}}
      """;

  private Kubectl kubectl;
  private TestNamespace home;
  private TestNamespace away;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    home = namespace;
    away = namespace.controlPlane().newNamespace("away");
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.leasedIn(away, namespace);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void folderWithItsNamespace_goesAfterOneApprovalOnTheStack() {
    declare("Required");

    delete("Required");

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    assertThat(kubectl.get("stack shop", ".status.plan.name")).isEmpty();
    assertThat(kubectl.get("stack shop", ".status.plan.summary"))
        // Whether the object is gone already is up to the namespace controller.
        .containsPattern("[-.] kubernetes_object.settings")
        .contains("- terraform_data.note", "0 to add");
    approve("sha256:" + "0".repeat(64));
    home.eventually(
        () -> assertThat(message()).contains("keelson.dev/approve names another plan", digest()));
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isNotEmpty();

    approve(digest());

    awaitEnd();
  }

  @Test
  void automaticDeletion_needsNobody() {
    declare("Automatic");

    delete("Automatic");

    awaitEnd();
  }

  /// The key of a Stack is a Secret, too, and goes after the Stack.
  @Test
  void automaticDeletion_ofAStackWithASecret_needsNobody() {
    kubectl.apply(
        DrawnNamespace.RIGHTS.replace("HOME", home.name())
            + DrawnNamespace.stack("shop")
            + DrawnNamespace.resource("shop", DrawnNamespace.Managed.SECRET, "login"));
    kubectl.awaitReady("shop");

    home.beginDelete("namespace " + home.name());

    awaitEnd();
  }

  static Stream<Long> seeds() {
    var seed = Long.getLong("keelson.seed");
    return seed == null ? new Random().longs(Soak.times(2, 20)).boxed() : Stream.of(seed);
  }

  /// Whatever the Stacks of a namespace manage in it, and in which order things go.
  @ParameterizedTest
  @MethodSource("seeds")
  void namespaceWithAnyStacks_endsWithoutAPerson(long seed) {
    System.out.printf("keelson.seed=%d%n", seed);
    var drawn = new DrawnNamespace(home.name(), seed);
    kubectl.apply(drawn.manifests());
    drawn.stacks().forEach(kubectl::awaitReady);

    drawn.deletedFirst().forEach(home::beginDelete);
    home.beginDelete("namespace " + home.name());

    awaitEnd();
  }

  @Test
  void objectThatSomebodyHolds_isWaitedForAlthoughItCannotBeRead() {
    declare("Automatic");
    kubectl.merge("configmap settings", "{\"metadata\":{\"finalizers\":[\"example.org/hold\"]}}");
    home.delete("rolebinding deployer");

    delete("Automatic");
    home.eventually(
        () -> assertThat(message()).contains("kubernetes_object.settings", "still has configmaps"));
    assertThat(kubectl.reason("stack shop")).isEqualTo("CredentialsMissing");

    kubectl.merge("configmap settings", "{\"metadata\":{\"finalizers\":null}}");

    awaitEnd();
  }

  @Test
  void objectElsewhere_isDestroyedUnderTheSameApprovalWhenItsRightsAreRestored() {
    away.apply(rightsAway(ALL_VERBS));
    declare("Required");
    declareObjectAway();
    away.apply(rightsAway("get"));

    delete("Required");
    kubectl.awaitReason("stack shop", "AwaitingApproval");
    approve(digest());
    home.eventually(() -> {
      assertThat(kubectl.reason("stack shop")).isEqualTo("CredentialsMissing");
      assertThat(message())
          .contains("cannot delete resource \"configmaps\"", "in namespace '" + away.name() + "'");
    });
    assertThat(exists("away")).isTrue();

    away.apply(rightsAway(ALL_VERBS));

    awaitEnd();
    assertThat(exists("away")).isFalse();
  }

  @Test
  void objectElsewhereThatCannotBeRead_isNamedBeforeAnybodyIsAsked() {
    away.apply(rightsAway(ALL_VERBS));
    declare("Required");
    declareObjectAway();
    away.delete("rolebinding deployer");

    delete("Required");
    kubectl.awaitReason("stack shop", "CredentialsMissing");
    assertThat(message())
        .contains("kubernetes_object.away", "cannot get resource \"configmaps\"", away.name());

    away.apply(rightsAway(ALL_VERBS));

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    assertThat(kubectl.get("stack shop", ".status.plan.summary"))
        .contains("- kubernetes_object.away");
    approve(digest());
    awaitEnd();
    assertThat(exists("away")).isFalse();
  }

  @Test
  void policyOrphan_leavesWhatIsElsewhereEvenWithoutTheKey() {
    away.apply(rightsAway(ALL_VERBS));
    declare("Required");
    declareObjectAway();
    delete("Required");
    kubectl.awaitReason("stack shop", "AwaitingApproval");
    var destroying = digest();
    kubectl.merge("secret keelson-shop", "{\"metadata\":{\"finalizers\":null}}");
    operator.close();
    operator = OperatorUnderTest.leasedIn(away, home);
    kubectl.awaitReason("stack shop", "CredentialsMissing");
    assertThat(message()).contains("'keelson-shop'", "spec.deletion.policy to Orphan");

    kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"policy\":\"Orphan\"}}}");
    home.eventually(() -> assertThat(digest()).isNotEmpty().isNotEqualTo(destroying));
    assertThat(kubectl.get("stack shop", ".status.plan.summary"))
        .contains(". kubernetes_object.away", "3 to forget");
    approve(digest());

    awaitEnd();
    assertThat(exists("away")).isTrue();
  }

  @Test
  void recordsOfAStackThatWasGivenUp_goWithTheNamespace() {
    away.apply(rightsAway(ALL_VERBS));
    declare("Required");
    declareObjectAway();
    kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"policy\":\"Orphan\"}}}");
    home.delete("stack shop");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.annotations"))
        .contains("keelson.dev/given-up", "spec.deletion.policy is Orphan");

    delete("Required");

    awaitEnd();
    assertThat(exists("away")).isTrue();
    home.eventually(() ->
        assertThat(eventsAboutTheNamespace())
            .contains("Normal Released", "kubernetes_object.away", "they are left alone"));
  }

  @Test
  void recordsOfALostStack_holdTheNamespaceUntilAPersonLetsThemGo() {
    away.apply(rightsAway(ALL_VERBS));
    declare("Required");
    declareObjectAway();
    loseStack();

    delete("Required");

    home.eventually(() ->
        assertThat(kubectl.get("resourceinstances", ".items[*].status.conditions[*].message"))
            .contains("nobody has given up its objects", "keelson.dev/resolve=forget"));
    home.eventually(() -> assertThat(eventsAboutTheNamespace()).contains("Warning StackMissing"));
    assertThat(forgetAs(home.name() + "-rescuer").err()).contains("forbidden");
    away.apply(inPlace(REPAIR));
    forgetAs(home.name() + "-rescuer").orThrow();

    awaitEnd();
    away.deleteAll(inPlace(REPAIR));
    assertThat(exists("away")).isTrue();
  }

  @Test
  void importThatWasCutOff_saysTheWayOut() {
    declare("Automatic");
    home.annotate("secret keelson-shop", "keelson.dev/importing=true");

    delete("Automatic");

    kubectl.awaitReason("stack shop", "ImportUnfinished");
    home.eventually(
        () -> assertThat(message()).contains("it never can", "spec.deletion.policy to Orphan"));
    kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"policy\":\"Orphan\"}}}");

    awaitEnd();
  }

  @Test
  void keyThatNoRecordNeeds_doesNotHoldTheNamespace() {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: shop}
        spec: {settle: 0s}
        """);
    kubectl.awaitReady("shop");
    operator.close();
    loseStack();
    assertThat(kubectl.get("secret keelson-shop", ".metadata.finalizers"))
        .contains("keelson.dev/state");
    home.beginDelete("namespace " + home.name());

    operator = OperatorUnderTest.leasedIn(away, home);

    awaitEnd();
  }

  /// Somebody takes the finalizer off. The Stack says that it is ready until it sees what is
  /// declared besides.
  private void declareObjectAway() {
    home.apply(inPlace(OBJECT_AWAY));
    home.awaitCondition("resources/away", "Ready");
  }

  private void loseStack() {
    home.beginDelete("stack shop");
    kubectl.merge("stack shop", "{\"metadata\":{\"finalizers\":null}}");
    home.awaitGone("stack/shop");
  }

  private Command.Result forgetAs(String user) {
    return home.kubectl(
        "annotate",
        "--as=" + user,
        "resourceinstances",
        "-l",
        "keelson.dev/stack=shop",
        "keelson.dev/resolve=forget");
  }

  private String eventsAboutTheNamespace() {
    return home.controlPlane()
        .kubectl(
            "get",
            "events",
            "-n",
            "default",
            "--field-selector=involvedObject.name=" + home.name(),
            "-o",
            "jsonpath={range .items[*]}{.type} {.reason} {.message}{\"\\n\"}{end}")
        .out();
  }

  private void declare(String approval) {
    kubectl.apply(folder(approval));
    kubectl.awaitReady("shop");
  }

  private void delete(String approval) {
    home.deleteAll(folder(approval));
  }

  private String folder(String approval) {
    return inPlace(FOLDER).replace("APPROVAL", approval);
  }

  private String rightsAway(String verbs) {
    return inPlace(RIGHTS_AWAY).replace("VERBS", verbs);
  }

  private String inPlace(String manifest) {
    return manifest.replace("HOME", home.name()).replace("AWAY", away.name());
  }

  private void approve(String digest) {
    home.annotate("stack shop", "keelson.dev/approve=" + digest);
  }

  private String digest() {
    return kubectl.get("stack shop", ".status.plan.digest");
  }

  private String message() {
    return kubectl.get("stack shop", ".status.conditions[?(@.type==\"Ready\")].message");
  }

  private boolean exists(String configMap) {
    return away.exists("configmap " + configMap);
  }

  private void awaitEnd() {
    try {
      home.awaitGone("namespace/" + home.name());
    } catch (AssertionError e) {
      throw new AssertionError("The Stacks are: " + kubectl.get("stacks", ".items"), e);
    }
  }
}
