package io.keelson.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.Connection;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.provider.kubernetes.HomeNamespace;
import io.keelson.provider.kubernetes.KubernetesProvider;
import io.keelson.provider.kubernetes.StackIdentity;
import io.keelson.testing.Installation;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// The whole operator in this JVM, for one namespace, with kubectl beside it.
final class OperatorUnderTest implements AutoCloseable {
  private final KubernetesClient client;
  private final KeelsonOperator operator;

  private OperatorUnderTest(
      String leaseNamespace, TestNamespace namespace, UnaryOperator<Provider> decorated) {
    client = Connection.open(namespace.controlPlane().config());
    var codec = new JsonStateCodec();
    operator =
        new KeelsonOperator(
            client,
            new KeelsonOperator.Options(
                Optional.of(leaseNamespace), Set.of(namespace.name()), false, 0),
            new KeelsonOperator.Parts(
                new CelExpressions(),
                codec,
                (stack, uid, account) -> {
                  var identity = new StackIdentity(stack.namespace(), stack.name(), uid);
                  return new Providers(
                      List.of(
                          decorated.apply(
                              new BuiltinProvider(() -> UUID.randomUUID().toString(), codec)),
                          decorated.apply(
                              new KubernetesProvider(
                                  account,
                                  identity,
                                  codec,
                                  Clock.systemUTC(),
                                  new HomeNamespace(client, stack.namespace())))));
                }));
    try {
      operator.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static OperatorUnderTest in(TestNamespace namespace) {
    return in(namespace, provider -> provider);
  }

  /// @param lease where its lease is: it must outlive `namespace` where that is deleted
  static OperatorUnderTest leasedIn(TestNamespace lease, TestNamespace namespace) {
    Installation.withAdmission(lease);
    return new OperatorUnderTest(lease.name(), namespace, provider -> provider);
  }

  /// @param decorated changes what the providers do
  static OperatorUnderTest in(TestNamespace namespace, UnaryOperator<Provider> decorated) {
    Installation.withAdmission(namespace);
    return new OperatorUnderTest(namespace.name(), namespace, decorated);
  }

  @Override
  public void close() {
    operator.close();
    client.close();
  }
}
