package io.keelson.provider.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;

/// The service account that a stack acts as. What it may do is what RBAC grants it, whatever the
/// operator itself may do.
public record StackAccount(String namespace, String name) {

  /// A client that impersonates this account over the connections of `operator`, which needs the
  /// verb `impersonate` on the service account and the groups. Closing it is not necessary.
  public KubernetesClient client(KubernetesClient operator) {
    var config =
        new RequestConfigBuilder(operator.getConfiguration().getRequestConfig())
            .withImpersonateUsername("system:serviceaccount:" + namespace + ":" + name)
            .withImpersonateGroups(
                "system:serviceaccounts",
                "system:serviceaccounts:" + namespace,
                "system:authenticated")
            .build();
    return operator.newClient(config).adapt(KubernetesClient.class);
  }
}
