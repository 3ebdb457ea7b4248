package io.keelson.operator.stack.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(https = false)
@SuppressWarnings("NullAway.Init")
final class ImpersonationTest {
  private KubernetesMockServer server;
  private KubernetesClient client;

  @Test
  void accountOfAStack_hasNothingOfWhomTheOperatorActsAs() throws InterruptedException {
    client.getConfiguration().setImpersonateUsername("jane");
    client.getConfiguration().setImpersonateGroups("system:masters");
    client.getConfiguration().setImpersonateExtras(Map.of("reason", List.of("night")));
    server
        .expect()
        .get()
        .withPath("/api/v1/namespaces")
        .andReturn(200, new NamespaceListBuilder().build())
        .once();

    Impersonation.of(client, "shop", "deployer").namespaces().list();

    var headers = server.takeRequest().getHeaders();
    assertThat(headers.get("Impersonate-User")).isEqualTo("system:serviceaccount:shop:deployer");
    assertThat(headers.get("Impersonate-Group")).isNull();
    assertThat(headers.get("Impersonate-Extra-reason")).isNull();
  }
}
