package io.keelson.operator.stack.context;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.util.Map;

/// Acting as a service account: what may be done is what RBAC grants that account, whatever the
/// operator itself may do.
public final class Impersonation {
  private Impersonation() {}

  /// A client that acts as the account, over the connections of `operator`, which needs the verb
  /// `impersonate` on the service account. The API server adds the groups of the account. Closing
  /// the client is not necessary.
  public static KubernetesClient of(KubernetesClient operator, String namespace, String account) {
    var config =
        new RequestConfigBuilder(operator.getConfiguration().getRequestConfig())
            .withImpersonateUsername("system:serviceaccount:" + namespace + ":" + account)
            // What the operator's own kubeconfig may say is not for the account.
            .withImpersonateGroups()
            .withImpersonateExtras(Map.of())
            .build();
    return operator.newClient(config).adapt(KubernetesClient.class);
  }
}
