package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnControlPlane.class)
final class ControlPlaneIT {
  @Test
  void manifest_isAppliedByKubectl(TestNamespace namespace) {
    namespace.apply(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a}
        data: {k: v}
        """);

    var got = namespace.kubectl("get", "configmap", "a", "-o", "jsonpath={.data.k}");
    assertThat(got.orThrow().out().strip()).isEqualTo("v");
  }

  @Test
  void failingKubectl_givesItsExitCodeAndMessage(TestNamespace namespace) {
    var got = namespace.kubectl("get", "configmap", "absent");

    assertThat(got.exitCode()).isEqualTo(1);
    assertThat(got.err()).contains("\"absent\" not found");
  }

  @Test
  void userWithoutRights_isRefused(TestNamespace namespace) {
    var got = namespace.kubectlAs("alice", "get", "configmaps");

    assertThat(got.exitCode()).isEqualTo(1);
    assertThat(got.err()).contains("User \"alice\" cannot list resource \"configmaps\"");
  }

  @Test
  void serviceAccount_getsAToken(TestNamespace namespace) {
    var accounts = namespace.client().serviceAccounts().inNamespace(namespace.name());
    var request = new TokenRequestBuilder().withNewSpec().endSpec().build();

    assertThat(accounts.withName("default").tokenRequest(request).getStatus().getToken())
        .isNotEmpty();
  }

  @Test
  void dependentOfADeletedOwner_isCollected(TestNamespace namespace) {
    var configMaps = namespace.client().configMaps().inNamespace(namespace.name());
    var owner = configMaps.resource(configMap("owner")).create();
    var dependent =
        new ConfigMapBuilder(configMap("dependent"))
            .editMetadata()
            .addNewOwnerReference()
            .withApiVersion("v1")
            .withKind("ConfigMap")
            .withName("owner")
            .withUid(owner.getMetadata().getUid())
            .endOwnerReference()
            .endMetadata()
            .build();
    configMaps.resource(dependent).create();

    configMaps.withName("owner").delete();

    namespace.eventually(() -> assertThat(configMaps.withName("dependent").get()).isNull());
  }

  @Test
  void deletedNamespace_goesWithItsContent(TestNamespace namespace) {
    var client = namespace.client();
    client.configMaps().inNamespace(namespace.name()).resource(configMap("a")).create();

    client.namespaces().withName(namespace.name()).delete();

    namespace.eventually(
        () -> assertThat(client.namespaces().withName(namespace.name()).get()).isNull());
  }

  @Test
  void kindWhoseVersionEnded_isFoundInTheNext(TestNamespace namespace) {
    var group = namespace.name() + ".example.com";
    serveGizmosIn(namespace, "v1beta1");
    namespace.awaitServed("gizmos." + group);
    serveGizmosIn(namespace, "v1");
    namespace.eventually(() ->
        assertThat(namespace.kubectl("get", "--raw", "/apis/" + group + "/v1beta1").exitCode())
            .isEqualTo(1));

    namespace.awaitServed("gizmos." + group);

    assertThat(namespace.exists("gizmos." + group + " g")).isFalse();
    namespace.apply(
        """
        apiVersion: %s/v1
        kind: Gizmo
        metadata: {name: g}
        """
            .formatted(group));
    assertThat(namespace.exists("gizmos." + group + " g")).isTrue();
  }

  private static void serveGizmosIn(TestNamespace namespace, String version) {
    var definition =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: gizmos.GROUP}
        spec:
          group: GROUP
          scope: Namespaced
          names: {kind: Gizmo, plural: gizmos}
          versions:
          - {name: v1beta1, served: OLD, storage: false, schema: {openAPIV3Schema: {type: object}}}
          - {name: v1, served: NEW, storage: true, schema: {openAPIV3Schema: {type: object}}}
        """;
    namespace.apply(
        definition
            .replace("GROUP", namespace.name() + ".example.com")
            .replace("OLD", String.valueOf(version.equals("v1beta1")))
            .replace("NEW", String.valueOf(version.equals("v1"))));
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }
}
