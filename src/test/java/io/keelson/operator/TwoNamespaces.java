package io.keelson.operator;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.TestNamespace;

/// Two namespaces, each with an operator of its own, so that a Stack of the one can read what a
/// Stack of the other gives out.
final class TwoNamespaces implements AutoCloseable {
  final TestNamespace own;
  final TestNamespace platform;
  final Kubectl kubectl;
  final Kubectl theirs;
  private final OperatorUnderTest operator;
  private final OperatorUnderTest other;

  TwoNamespaces(TestNamespace own, ControlPlane controlPlane) {
    this.own = own;
    platform = controlPlane.newNamespace("platform");
    kubectl = new Kubectl(own);
    theirs = new Kubectl(platform);
    operator = OperatorUnderTest.in(own);
    other = OperatorUnderTest.in(platform);
  }

  /// What lets the first of them read an output of the other one.
  String allowed() {
    return ", allowedNamespaces: [%s]".formatted(own.name());
  }

  @Override
  public void close() {
    operator.close();
    other.close();
  }
}
