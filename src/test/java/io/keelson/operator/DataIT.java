package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Unmarked;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Data sources, as people see them through kubectl.
@ExtendWith(OnControlPlane.class)
final class DataIT {
  private static final String CANARY = "hunter2-data-source";

  private static final String ACCOUNT =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: deployer}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: deployer}
      rules:
        - {apiGroups: [""], resources: [configmaps], verbs: [get, create, patch, delete]}
        - {apiGroups: [""], resources: [secrets], verbs: [get]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: deployer}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      subjects: [{kind: ServiceAccount, name: deployer, namespace: NAMESPACE}]
      """;

  private static final String STACK =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1s
        maxRemovals: 100%
        approval: {mode: APPROVAL}
        serviceAccountName: deployer
      """;

  private static final String BASE =
      """
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: base}
      data: {color: green}
      """;

  private static final String DATA =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: base}
      spec:
        stack: shop
        mode: Data
        type: kubernetes_object
        config: {apiVersion: v1, kind: ConfigMap, name: base}
      """;

  private static final String USERS =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: label}
      spec:
        stack: shop
        type: terraform_data
        config: {input: "${data.kubernetes_object.base.uid}"}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: copy}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: copy}
            data: {color: "${data.kubernetes_object.base.object.data.color}"}
      """;

  private final List<InstanceAddress> reads = new CopyOnWriteArrayList<>();
  private Kubectl kubectl;
  private TestNamespace namespace;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace given) {
    namespace = given;
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace, this::noting);
    kubectl.apply(ACCOUNT.replace("NAMESPACE", namespace.name()));
  }

  private Provider noting(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
        reads.add(at);
        return super.readData(type, at, config);
      }
    };
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private static String stack(String approval) {
    return STACK.replace("APPROVAL", approval);
  }

  private String input(String resource) {
    return kubectl.get(
        "resourceinstances",
        ".items[?(@.spec.address==\"terraform_data." + resource + "\")].status.state.input.value");
  }

  @Test
  @Tag("R-DATA-1")
  @Tag("R-DATA-5")
  void whatIsRead_isUsedAndNotRecorded() {
    kubectl.apply(BASE + stack("Automatic") + DATA + USERS);

    kubectl.awaitReady("shop");

    assertThat(kubectl.get("configmap copy", ".data.color")).isEqualTo("green");
    assertThat(input("label")).isEqualTo(kubectl.get("configmap base", ".metadata.uid"));
    kubectl.awaitReason("resource base", "UpToDate");
    assertThat(kubectl.get("resource base", ".status.address"))
        .isEqualTo("data.kubernetes_object.base");
    assertThat(kubectl.message("resource base")).isEqualTo("It was read.");
    assertThat(kubectl.get("resource base", ".status.instances")).isEqualTo("1/1");
    assertThat(kubectl.get("resourceinstances", ".items[*].spec.address").split(" ")).hasSize(2);
    assertThat(kubectl.get("stack shop", ".status.counts.declared")).isEqualTo("2");
  }

  @Test
  @Tag("R-DATA-6")
  void unchangedDataSource_isNotReadInEachTurn() {
    kubectl.apply(BASE + stack("Automatic") + DATA + USERS);
    kubectl.awaitReady("shop");
    int before = reads.size();

    kubectl.merge("stack shop", "{\"spec\":{\"parallelism\":3}}");
    isPlanned("stack shop");
    assertThat(reads).hasSize(before);

    kubectl.apply(
        DATA
            + """
              lifecycle:
                postconditions:
                  - {condition: "${self.object.data.color == 'green'}", errorMessage: It must be green.}
            """);
    isPlanned("resource base");
    assertThat(reads).hasSizeGreaterThan(before);
  }

  private void isPlanned(String object) {
    namespace.eventually(() -> {
      assertThat(kubectl.get(object, ".status.observedGeneration"))
          .isEqualTo(kubectl.get(object, ".metadata.generation"));
      assertThat(kubectl.reason(object)).isEqualTo("UpToDate");
    });
  }

  @Test
  void missingObject_isToldAndWaitedFor() {
    kubectl.apply(stack("Automatic") + DATA + USERS);

    kubectl.awaitReason("resource base", "PlanFailed");
    assertThat(kubectl.message("resource base"))
        .contains("data.kubernetes_object.base")
        .contains("ConfigMap/" + namespace.name() + "/base does not exist")
        .contains("dependsOn");
    kubectl.awaitReason("resource label", "DependencyNotReady");
    assertThat(kubectl.reason("stack shop")).isEqualTo("PlanFailed");

    kubectl.apply(BASE);
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap copy", ".data.color")).isEqualTo("green");
  }

  @Test
  @Tag("R-DATA-2")
  @Tag("ORD-26")
  void whatTheStackMakesItself_isReadWhenItIsThere() {
    kubectl.apply(
        BASE
            + stack("Manual")
            + DATA
            + USERS
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: made}
            spec:
              stack: shop
              mode: Data
              type: kubernetes_object
              dependsOn: [kubernetes_object.copy]
              config: {apiVersion: v1, kind: ConfigMap, name: copy}
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: seen}
            spec: {stack: shop, type: terraform_data, config: {input: "${data.kubernetes_object.made.uid}"}}
            """);

    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("# data.kubernetes_object.made will be read during apply")
        .contains("(it looks at something that this plan changes)");
    namespace.eventually(() ->
        assertThat(kubectl.message("resource made"))
            .startsWith(
                "It is read while the plan is applied: it looks at something that this plan changes"
                    + " (kubernetes_object.copy)."));
    kubectl.awaitReason("resource made", "AwaitingApproval");
    assertThat(kubectl.get("resource made", ".status.instances")).isEqualTo("0/1");

    kubectl.approve(plan);

    kubectl.awaitReady("shop");
    kubectl.awaitReason("resource made", "UpToDate");
    assertThat(input("seen")).isEqualTo(kubectl.get("configmap copy", ".metadata.uid"));
    assertThat(kubectl.get("resource made", ".status.instances")).isEqualTo("1/1");
    assertThat(kubectl.get("plan " + plan, ".status.completed")).isEqualTo("3");
  }

  @Test
  @Tag("R-SENS-1")
  void dataOfSecret_staysSecret() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: db}
        stringData: {password: %s}
        """
            .formatted(CANARY));
    kubectl.apply(
        stack("Automatic")
            + DATA.replace("kind: ConfigMap, name: base", "kind: Secret, name: db")
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: user}
            spec:
              stack: shop
              type: terraform_data
              config: {input: "${string(base64.decode(data.kubernetes_object.base.object.data.password))}"}
            """);

    kubectl.awaitReady("shop");

    assertThat(kubectl.get("plans", ".items[*].spec.text")).contains("(sensitive value)");
    assertThat(input("user")).isEmpty();
    new Canary(CANARY, namespace).isNowhereBut(Set.of("Secret/db"));
  }

  @Test
  void mode_cannotBeChanged() {
    kubectl.apply(BASE + stack("Automatic") + DATA);

    var refused =
        namespace.kubectl(
            "patch", "resource", "base", "--type=merge", "-p", "{\"spec\":{\"mode\":\"Managed\"}}");

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("spec.mode cannot be changed");
  }
}
