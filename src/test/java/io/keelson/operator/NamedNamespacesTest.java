package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnableKubernetesMockClient(https = false)
@SuppressWarnings("NullAway.Init")
final class NamedNamespacesTest {
  private KubernetesMockServer server;
  private KubernetesClient client;

  private void answer(String name, int code) {
    var body = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    server
        .expect()
        .get()
        .withPath("/api/v1/namespaces/" + name)
        .andReturn(code, code == 200 ? body : "{}")
        .once();
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404})
  void oneThatIsMissing_isNamed_untilItIsThere(int code) {
    var namespaces = new NamedNamespaces(client, Set.of("shop", "bank"));
    answer("shop", 200);
    answer("bank", code);

    namespaces.look();

    assertThat(namespaces.missing()).containsExactly("bank");
    assertThat(namespaces.warning()).hasValueSatisfying(why -> assertThat(why).contains("bank"));

    answer("shop", 200);
    answer("bank", 200);
    namespaces.look();

    assertThat(namespaces.warning()).isEmpty();
  }

  @Test
  void questionThatIsNotAnswered_changesNothing() {
    var namespaces = new NamedNamespaces(client, Set.of("bank"));
    answer("bank", 405);
    namespaces.look();
    assertThat(namespaces.missing()).isEmpty();

    answer("bank", 404);
    namespaces.look();
    answer("bank", 405);
    namespaces.look();

    assertThat(namespaces.missing()).containsExactly("bank");
  }
}
