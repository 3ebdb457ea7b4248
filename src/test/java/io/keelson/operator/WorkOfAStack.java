package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A Stack with a policy: planned, approved, applied, taken over from an operator that is killed
/// meanwhile, looked at, and destroyed.
record WorkOfAStack(TestNamespace own, InstalledOperator operator) {
  void outliveAProcess() throws IOException {
    var kubectl = new Kubectl(own);
    correctAPolicy();
    kubectl.apply(OperatorRightsIT.RIGHTS);
    own.applyAs(Alice.NAME, OperatorRightsIT.SHOP.replace("NAME", "first")).orThrow();
    kubectl.awaitReady("shop");
    own.applyAs(Alice.NAME, OperatorRightsIT.SHOP.replace("NAME", "second")).orThrow();
    Alice.approves(own);
    own.eventually(() -> assertThat(new Records(own).open()).isNotEmpty());
    operator.replace();
    kubectl.awaitReady("shop");
  }

  /// It is told to be in order twice, which is counted.
  private void correctAPolicy() throws IOException {
    var kubectl = new Kubectl(own);
    var policy = Files.readString(Path.of("examples/policies/sizes.yaml"));
    kubectl.apply(policy);
    kubectl.awaitReason("policy sizes", "UpToDate");
    kubectl.apply(policy.replace("planned.input !=", "planned.input !!"));
    kubectl.awaitReason("policy sizes", "InvalidConfiguration");
    kubectl.apply(policy);
    kubectl.awaitReason("policy sizes", "UpToDate");
  }

  void liveAndDie() {
    var kubectl = new Kubectl(own);
    own.merge("configmap second", "{\"data\":{\"word\":\"oops\"}}");
    Alice.approves(own);
    kubectl.awaitReady("shop");
    look();
    // What a Stack does about a member that is gone, it does not do while it goes itself.
    own.kubectlAs(Alice.NAME, "delete", "resource", "map").orThrow();
    Alice.approves(own);
    kubectl.awaitReady("shop");

    own.kubectlAs(Alice.NAME, "delete", "stack,resource", "--all", "--wait=false").orThrow();
    Alice.approves(own);
    own.awaitGone("stack shop");
    own.controlPlane().kubectl("delete", "policy", "sizes").orThrow();
    assertThat(own.exists("secret keelson-shop")).isFalse();
  }

  /// Its request is deleted when it has been answered.
  private void look() {
    own.applyAs(
            Alice.NAME,
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Run
            metadata: {name: look}
            spec: {stack: shop, mode: Plan, ttl: 1s}
            """)
        .orThrow();
    own.awaitGone("run look");
  }
}
