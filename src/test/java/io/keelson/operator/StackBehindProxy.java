package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.FaultyProxy;
import io.keelson.testing.TestNamespace;

/// A Stack of many layers, whose operator reaches the API server through a proxy with faults.
final class StackBehindProxy implements AutoCloseable {
  private OperatorBehindProxy operator;
  final Kubectl kubectl;
  final LayeredStack big;

  StackBehindProxy(TestNamespace namespace) {
    operator = OperatorBehindProxy.start(namespace);
    kubectl = operator.kubectl();
    big = new LayeredStack(namespace, 3, 6, 2);
  }

  OperatorBehindProxy operator() {
    return operator;
  }

  /// Another operator takes the place of one that has ended.
  ///
  /// @param proxy may have its faults already
  OperatorBehindProxy startBehind(FaultyProxy proxy) {
    operator = OperatorBehindProxy.start(kubectl.namespace(), proxy);
    return operator;
  }

  void apply(String seed) {
    kubectl.apply(big.manifest(seed));
    var plan = kubectl.awaitPlan("big");
    kubectl.approve(plan);
    awaitApplied(plan);
    kubectl.awaitReady("big");
    everythingWasMadeOnce();
  }

  void awaitApplied(String plan) {
    kubectl.awaitPhase(plan, "Applied");
  }

  void everythingWasMadeOnce() {
    big.everythingExistsOnce();
    assertThat(operator.calls().creates("terraform_data"))
        .hasSize(3 * 6)
        .allSatisfy((address, times) -> assertThat(times).as(address).isOne());
    assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(kubectl.get("plans", ".items[*].status.completed")).isEqualTo("24");
    assertThat(kubectl.get("stack big", ".status.applyEpoch")).isEqualTo("1");
  }

  @Override
  public void close() {
    operator.close();
  }
}
