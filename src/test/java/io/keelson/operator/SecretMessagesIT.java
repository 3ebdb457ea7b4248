package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Alice, who may read no Secret, makes something fail over one that her Stack may read. Neither
/// the refusal nor a message tells her what is in it.
@ExtendWith(OnControlPlane.class)
@Tag("R-SENS-11")
@Order(OnControlPlane.EARLY)
final class SecretMessagesIT {
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

  private static AliceFixture alice;
  private static TestNamespace namespace;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(TestNamespace own) throws IOException {
    alice = new AliceFixture(own, folder);
    namespace = own;
    kubectl = alice.kubectl;
  }

  @AfterAll
  static void stop() {
    alice.close();
  }

  @Test
  void secretAsAPathToWaitFor_isNotQuoted() throws Exception {
    alice.apply(
        alice.stack("wait", "")
            + alice.resource(
                "wait",
                "made",
                """
                kubernetes_object
                  config:
                    manifest: {apiVersion: v1, kind: Secret, metadata: {name: wait}}
                    wait: {for: {jsonPath: {path: "${variable.password}", value: x}}}
                """));

    assertThat(alice.told("resource wait-made", "InvalidConfiguration"))
        .contains("wait.for.jsonPath.path: The wait cannot be understood: this is no path");
    alice.knowsNothing();
  }

  @Test
  void refusalOfAProvider_isNotQuoted() throws Exception {
    alice.apply(
        alice.stack("refused", "")
            + alice.resource(
                "refused",
                "made",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: Secret, metadata: {name: refused, labels: {url: "-${variable.password}-"}}}}
                """)
            + alice.resource(
                "refused",
                "number",
                "terraform_data\n  config: {input: \"${int(variable.password)}\"}")
            + alice.resource(
                "refused",
                "kind",
                """
                kubernetes_object
                  config: {manifest: {apiVersion: v1, kind: "${variable.password}", metadata: {name: refused-kind}}}
                """));

    assertThat(alice.told("resource refused-made", "InvalidConfiguration"))
        .contains("(sensitive value)");
    alice.told("resource refused-number", "InvalidConfiguration");
    namespace.eventually(() ->
        assertThat(kubectl.reason("resource refused-kind")).isNotEqualTo("Ready").isNotEmpty());
    alice.knowsNothing();
  }

  @Test
  void messagesOfConditions_areNotShown() throws Exception {
    alice.apply(
        alice.stack(
                "conditions",
                """
                checks:
                - name: shown
                  assertions: [{condition: "${variable.password == ''}", errorMessage: "check: ${variable.password}"}]
                """)
            + alice.resource(
                "conditions",
                "r",
                """
                terraform_data
                  lifecycle:
                    preconditions: [{condition: "${variable.password == ''}", errorMessage: "it is ${variable.password}"}]
                """));

    assertThat(alice.told("resource conditions-r", "ConditionFailed"))
        .contains("Its errorMessage holds a sensitive value and is not shown");
    alice.knowsNothing();
  }

  /// A policy of the cluster may say what it does not like.
  @Test
  void refusalOfAnOutput_isNotQuoted() throws Exception {
    kubectl.apply(POLICY.replace("NS", namespace.name()));
    namespace.eventually(() ->
        assertThat(namespace.applyAs("admin", REFUSED, "--dry-run=server").err())
            .contains("of no use: eA=="));
    alice.apply(
        alice.stack(
            "refusedout",
            "outputs: [{name: p, sensitive: true, value: \"${variable.password}\", to: {secret:"
                + " {name: refused-output, key: p}}}]"));

    assertThat(alice.told("stack refusedout", "OutputFailed"))
        .contains("of no use: (sensitive value)");
    alice.knowsNothing();
  }
}
