package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Alice may edit Stacks, Resources, Runs, approvals and ConfigMaps, but read no Secret. However
/// she tries, nothing that she may read tells her what is in one that her Stack may read.
@ExtendWith(OnControlPlane.class)
@Tag("R-SENS-11")
@Order(OnControlPlane.EARLY)
final class SecretAttacksIT {
  private static final String CANARY = "wq7Zk2Vx9Lm4Tb6Rp1Yd";

  /// Stacks may write Secrets, and nothing else where something could be seen.
  private static final String SECRET =
      """
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {password: %s, user: a-name-of-the-shop}
      """
          .formatted(CANARY);

  private static final String EDITOR =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: editor}
      rules:
      - {apiGroups: [keelson.dev], resources: [stacks, resources, runs, planapprovals, plans, resourceinstances, providerconfigs], verbs: [get, list, watch]}
      - {apiGroups: [keelson.dev], resources: [stacks, resources, runs, planapprovals], verbs: [create, update, patch, delete]}
      - {apiGroups: [keelson.dev], resources: [stacks], verbs: [approve]}
      - {apiGroups: [""], resources: [configmaps], verbs: [get, list, watch, create, update, patch, delete]}
      - {apiGroups: [""], resources: [pods, services, serviceaccounts, events], verbs: [get, list, watch]}
      - {apiGroups: [events.k8s.io], resources: [events], verbs: [get, list, watch]}
      - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, list, watch]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: editor}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor}
      subjects: [{kind: User, name: alice}]
      """;

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: STACK, namespace: NS}
      spec:
        settle: 0s
        interval: 1h
        approval: {mode: Automatic}
        variables: [{name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}]
      """;

  /// Goes on with what it is, after its type.
  private static final String RESOURCE =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: STACK-NAME, namespace: NS}
      spec:
        stack: STACK
        name: NAME
        type: TYPE
      """;

  private static final String DATA =
      """
      kubernetes_object
        mode: Data
        config: {apiVersion: v1, kind: Secret, name: db}
      """;

  private static final String REFUSED =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: refused-output}
      data: {p: eA==}
      """;

  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: quoting-NS}
      spec:
        matchConstraints:
          resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [secrets]}]
        matchConditions: [{name: output, expression: "object.metadata.name == 'refused-output' && object.metadata.namespace == 'NS'"}]
        validations: [{expression: "false", messageExpression: "'of no use: ' + string(object.data.p)"}]
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: quoting-NS}
      spec: {policyName: quoting-NS, validationActions: [Deny]}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path folder;

  private static TestNamespace namespace;
  private static Kubectl kubectl;
  private static OperatorProcess operator;

  @BeforeAll
  static void start(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    Installation.withAdmission(own);
    kubectl.apply(Rights.to("get, create, patch, delete", "secrets") + SECRET);
    kubectl.apply(EDITOR);
    operator =
        OperatorProcess.start(
            own,
            log(),
            Map.of("KEELSON_LOG_LEVEL", "DEBUG", "KEELSON_LOG_LEVEL_LIBRARIES", "DEBUG"),
            "--lease-namespace=" + own.name());
  }

  @AfterAll
  static void stop() {
    operator.close();
  }

  private static Path log() {
    return folder.resolve("operator.log");
  }

  private static String stack(String name, String more) {
    return STACK.replace("STACK", name).replace("NS", namespace.name()) + more.indent(2);
  }

  private static String resource(String stack, String name, String more) {
    return RESOURCE
        .replace("STACK", stack)
        .replace("NAME", name)
        .replace("NS", namespace.name())
        .replace("TYPE", more.strip());
  }

  private static void alice(String manifest) {
    namespace.applyAs("alice", manifest).orThrow();
  }

  /// Waits until the Stack or Resource is not ready, for this reason, and gives its message.
  private static String told(String object, String reason) {
    kubectl.awaitReason(object, reason);
    return kubectl.message(object);
  }

  /// Nothing that Alice may list, and neither the log nor the metrics of the operator, has it.
  private static void aliceKnowsNothing() throws Exception {
    var kinds =
        namespace
            .kubectlAs("alice", "auth", "can-i", "--list", "--no-headers")
            .orThrow()
            .out()
            .lines()
            .filter(line -> !line.startsWith(" ") && line.contains("list"))
            .map(line -> line.split(" ", 2)[0])
            .toList();
    assertThat(kinds).contains("configmaps", "stacks.keelson.dev").doesNotContain("secrets");
    var all =
        namespace
            .kubectlAs(
                "alice", "get", String.join(",", kinds), "--show-managed-fields", "-o", "json")
            .orThrow()
            .out();
    var canary = new Canary(CANARY, namespace);
    canary.isInNoneBut(Set.of(), all);
    var written = Files.readString(log());
    assertThat(written).contains(" DEBUG ");
    canary.isNotIn("the log", written);
    canary.isNotIn("the metrics", OperatorProcess.metrics(written));
  }

  @Test
  void nonsensitiveOfWhatWasStoredInBetween_isRefused() throws Exception {
    alice(
        stack("stored", "")
            + resource(
                "stored", "kept", "terraform_data\n  config: {input: \"${variable.password}\"}"));
    kubectl.awaitReady("stored");
    alice(
        stack(
                "stored",
                "outputs: [{name: leak, value: \"${nonsensitive(terraform_data.kept.output)}\"}]")
            + resource(
                "stored",
                "kept",
                "terraform_data\n  config: {input: other}\n  lifecycle: {ignoreChanges: [input]}"));

    assertThat(told("stack stored", "InvalidConfiguration"))
        .contains("it comes from a Secret, by way of");
    aliceKnowsNothing();
  }

  @Test
  void nonsensitiveOfWhatADataSourceReads_isRefused() throws Exception {
    var password = "data.kubernetes_object.db.object.data.password";
    alice(
        stack("read", "outputs: [{name: leak, value: \"${nonsensitive(" + password + ")}\"}]")
            + resource("read", "db", DATA));

    assertThat(told("stack read", "InvalidConfiguration"))
        .contains("it comes from a Secret, by way of data.kubernetes_object.db");
    aliceKnowsNothing();
  }

  /// The annotation lets out what it names, and nothing else; it takes the right to write Secrets.
  @Test
  void lettingAValueOut_takesTheRightToTheSecret() throws Exception {
    var open = STACK.replace("key: password", "key: user").replace("name: password", "name: user");
    alice(
        open.replace("STACK", "open").replace("NS", namespace.name())
            + "  outputs: [{name: user, value: \"${variable.user}\"}]\n");
    assertThat(told("stack open", "OutputFailed")).contains("sensitive");

    var annotate = new String[] {"annotate", "secret", "db", "keelson.dev/not-secret=user"};
    assertThat(namespace.kubectlAs("alice", annotate).exitCode()).isNotZero();
    alice(
        stack("letout", "")
            + resource(
                "letout",
                "db",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: db, annotations: {keelson.dev/not-secret: password}}}}
                """));
    assertThat(told("resource letout-db", "InvalidConfiguration"))
        .contains("keelson.dev/not-secret");

    namespace.kubectl(annotate).orThrow();
    kubectl.awaitReady("open");
    assertThat(kubectl.get("stack open", ".status.outputs.user")).isEqualTo("a-name-of-the-shop");
    aliceKnowsNothing();
  }

  /// Declared was another value, in plain text; what is there now is nobody's to see.
  @Test
  void whatOthersPutIntoASecretOfTheStack_isNotShown() throws Exception {
    alice(
        stack("drift", "").replace("interval: 1h", "interval: 1s").replace("Automatic", "Manual")
            + resource(
                "drift",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: drift}, stringData: {password: to-be-set}}}
                """));
    kubectl.approve(kubectl.awaitPlan("drift"));
    kubectl.awaitReady("drift");

    kubectl.merge("secret drift", "{\"stringData\": {\"password\": \"" + CANARY + "\"}}");

    var plan = kubectl.awaitPlan("drift");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("kubernetes_object.made has changed: manifest.stringData", "(sensitive value)");
    aliceKnowsNothing();
  }

  @Test
  void secretAsAPathToWaitFor_isNotQuoted() throws Exception {
    alice(
        stack("wait", "")
            + resource(
                "wait",
                "made",
                """
                kubernetes_object
                  config:
                    manifest: {apiVersion: v1, kind: Secret, metadata: {name: wait}}
                    wait: {for: {jsonPath: {path: "${variable.password}", value: x}}}
                """));

    assertThat(told("resource wait-made", "InvalidConfiguration"))
        .contains("wait.for.jsonPath.path: The wait cannot be understood: this is no path");
    aliceKnowsNothing();
  }

  @Test
  void secretAsAKey_hidesTheMap() throws Exception {
    alice(
        stack("keys", "")
            + resource(
                "keys", "plain", "terraform_data\n  config: {input: \"${{variable.password: 1}}\"}")
            + resource(
                "keys",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: keys}, stringData: "${{variable.password: 'x'}}"}}
                """)
            + resource(
                "keys",
                "wrong",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: keys-wrong, labels: "${{variable.password + '/ /': 'x'}}"}}}
                """));

    told("resource keys-wrong", "PlanFailed");
    kubectl.awaitReason("resource keys-made", "UpToDate");
    aliceKnowsNothing();
  }

  @Test
  void objectThatWouldBeCalledByASecret_isRefused() throws Exception {
    alice(
        stack("named", "")
            + resource(
                "named",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: "${variable.password.lowerAscii()}"}}}
                """));

    assertThat(told("resource named-made", "InvalidConfiguration")).contains("named by a Secret");
    aliceKnowsNothing();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count: \"${'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(variable.password.substring(0,"
            + " 1)) + 1}\"",
        "enabled: \"${variable.password.startsWith('w')}\"",
        "forEach: \"${toSet([variable.password])}\"",
        "forEach: \"${toSet(variable.password.split(''))}\"",
        "forEach: \"${{variable.password: 1}}\""
      })
  void secretDecidesNoInstances(String repetition) throws Exception {
    var name = "decides-" + Integer.toHexString(repetition.hashCode());
    alice(stack(name, "") + resource(name, "r", "terraform_data\n  " + repetition));

    assertThat(told("resource " + name + "-r", "InvalidConfiguration"))
        .contains("would be decided by a Secret, by way of variable.password");
    assertThat(kubectl.get("stack " + name, ".status.resources")).isIn("", "0/0");
    aliceKnowsNothing();
  }

  @Test
  void refusalOfAProvider_isNotQuoted() throws Exception {
    alice(
        stack("refused", "")
            + resource(
                "refused",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: refused, labels: {url: "-${variable.password}-"}}}}
                """)
            + resource(
                "refused",
                "number",
                "terraform_data\n  config: {input: \"${int(variable.password)}\"}")
            + resource(
                "refused",
                "kind",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: "${variable.password}", metadata: {name: refused-kind}}}
                """));

    assertThat(told("resource refused-made", "PlanFailed")).contains("(sensitive value)");
    told("resource refused-number", "InvalidConfiguration");
    namespace.eventually(() ->
        assertThat(kubectl.reason("resource refused-kind")).isNotEqualTo("Ready").isNotEmpty());
    aliceKnowsNothing();
  }

  @Test
  void messagesOfConditions_areNotShown() throws Exception {
    alice(
        stack(
                "conditions",
                """
                checks:
                - name: shown
                  assertions: [{condition: "${variable.password == ''}", errorMessage: "check: ${variable.password}"}]
                """)
            + resource(
                "conditions",
                "r",
                """
                terraform_data
                  lifecycle:
                    preconditions: [{condition: "${variable.password == ''}", errorMessage: "it is ${variable.password}"}]
                """));

    assertThat(told("resource conditions-r", "ConditionFailed"))
        .contains("Its errorMessage holds a sensitive value and is not shown");
    aliceKnowsNothing();
  }

  @Test
  void outputs_goToNoConfigMap() throws Exception {
    var output =
        "outputs: [{name: leak, value: \"p=${variable.password}\", to: {configMap: {name: leak,"
            + " key: p}}%s}]";
    var declared =
        namespace.applyAs("alice", stack("outputs", output.formatted(", sensitive: true")));
    assertThat(declared.err()).contains("a sensitive output cannot go to a ConfigMap");

    alice(stack("outputs", output.formatted("")));
    assertThat(told("stack outputs", "OutputFailed")).contains("sensitive");
    assertThat(namespace.exists("configmap leak")).isFalse();
    aliceKnowsNothing();
  }

  /// A policy of the cluster may say what it does not like.
  @Test
  void refusalOfAnOutput_isNotQuoted() throws Exception {
    kubectl.apply(POLICY.replace("NS", namespace.name()));
    namespace.eventually(() ->
        assertThat(namespace.applyAs("admin", REFUSED, "--dry-run=server").err())
            .contains("of no use: eA=="));
    alice(
        stack(
            "refusedout",
            "outputs: [{name: p, sensitive: true, value: \"${variable.password}\", to: {secret:"
                + " {name: refused-output, key: p}}}]"));

    assertThat(told("stack refusedout", "OutputFailed")).contains("of no use: (sensitive value)");
    aliceKnowsNothing();
  }

  /// The variable is read in her name, and she may not read it.
  @Test
  void planOnTheCommandLine_isMadeWithTheRightsOfWhoRunsIt() throws Exception {
    var declared = Files.createDirectories(folder.resolve("plan"));
    Files.writeString(
        declared.resolve("shop.yaml"),
        stack("cli", "")
            + resource("cli", "r", "terraform_data\n  config: {input: \"${variable.password}\"}"));
    var planned =
        Program.runOn(namespace.controlPlane(), "plan", "--context=alice", "-f", declared);

    assertThat(planned.errors()).contains("You have no right to get Secret");
    var canary = new Canary(CANARY, namespace);
    canary.isNotIn("what it prints", planned.out() + planned.errors());
    aliceKnowsNothing();
  }
}
