package io.keelson.operator;

import io.keelson.engine.provider.Provider;
import io.keelson.testing.TestNamespace;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A Stack with sealed and plain records that was applied once, and its operator, which can be
/// stopped and started while the records are tampered with.
final class RecordedShop implements AutoCloseable {
  static final String SHOP =
      Rights.to("get, create, patch, delete", "secrets, configmaps")
          + """
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: words}
          stringData: {word: secret}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 0s
            approval: {mode: Automatic}
            variables: [{name: word, valueFrom: {secretKeyRef: {name: words, key: word}}}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: sealed}
          spec: {stack: shop, type: terraform_data, config: {input: "${variable.word}"}}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: map}
          spec:
            stack: shop
            type: kubernetes_object
            config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {word: hello}}}
          ---
          """;

  static final String HEALTHY =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: healthy}
      spec: {stack: shop, type: terraform_data, config: {input: "%s"}}
      """;

  final Kubectl kubectl;
  final Records records;

  /// The identities of all that was made at first.
  final Map<String, String> before;

  private final TestNamespace namespace;
  private final UnaryOperator<Provider> around;
  private OperatorUnderTest operator;

  RecordedShop(TestNamespace own) {
    this(own, UnaryOperator.identity());
  }

  /// @param around each provider of the operator
  RecordedShop(TestNamespace own, UnaryOperator<Provider> around) {
    namespace = own;
    this.around = around;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = running();
    kubectl.apply(SHOP + HEALTHY.formatted("at first"));
    kubectl.awaitReady("shop");
    before = records.ids();
  }

  private OperatorUnderTest running() {
    return OperatorUnderTest.in(namespace, around);
  }

  void stop() {
    operator.close();
  }

  /// After it was stopped.
  void start() {
    operator = running();
  }

  void restart() {
    stop();
    start();
  }

  @Override
  public void close() {
    stop();
  }
}
