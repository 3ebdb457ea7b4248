package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.ClusterConnection;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.LoggedErrors;
import io.keelson.testing.SentRequests;
import io.keelson.testing.TestNamespace;

/// The operator reaches the API server through a faulty proxy, while people reach it directly; and
/// what witnesses what the operator does.
///
/// @param sent what the operator sends, received or not
/// @param errors what it logs as an error
record OperatorBehindProxy(
    TestNamespace namespace,
    FaultyProxy proxy,
    SentRequests sent,
    ProviderCalls calls,
    LoggedErrors errors,
    OperatorUnderTest operator)
    implements AutoCloseable {

  static OperatorBehindProxy start(TestNamespace namespace) {
    return start(namespace, FaultyProxy.inFrontOf(namespace.controlPlane()));
  }

  /// @param proxy may have its faults already
  static OperatorBehindProxy start(TestNamespace namespace, FaultyProxy proxy) {
    var errors = new LoggedErrors(namespace);
    var sent = new SentRequests();
    var calls = new ProviderCalls();
    var client =
        ClusterConnection.builder(proxy.config())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("sent-requests", sent))
            .build();
    return new OperatorBehindProxy(
        namespace,
        proxy,
        sent,
        calls,
        errors,
        OperatorUnderTest.in(namespace, client, calls::noting));
  }

  Kubectl kubectl() {
    return new Kubectl(namespace);
  }

  boolean leads() {
    return operator.leads();
  }

  /// Waits until the operator has sent so many more requests.
  void awaitRequests(int more) {
    int before = sent.count();
    namespace.eventually(() -> assertThat(sent.count()).isGreaterThanOrEqualTo(before + more));
  }

  /// Ends the operator, and checks that it logged nothing that would wake an engineer.
  @Override
  public void close() {
    calls.release();
    proxy.heal();
    operator.close();
    proxy.close();
    errors.close();
    assertThat(errors.messages()).isEmpty();
  }
}
