package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// In objects of Kubernetes' own kinds a null says that the field is not declared.
@ExtendWith(OnControlPlane.class)
final class NullFieldsIT {
  private static final String SERVICE =
      """
      manifest:
        apiVersion: v1
        kind: Service
        metadata: {name: web, labels: {tier: null}}
        spec: {selector: {app: web, component: null}, ports: [{port: 80, name: null}]}
      """;

  private static final String DEPLOYMENT =
      """
      manifest:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, labels: {tier: null}}
        spec:
          replicas: null
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {nodeSelector: {disk: null}, containers: [{name: main, image: nginx}]}
      """;

  private TestNamespace namespace;
  private ManagedInstance instance;

  @BeforeEach
  void use(TestNamespace own) {
    namespace = own;
    instance = new ManagedInstance(own.client(), own.name(), "kubernetes_object.a");
  }

  private void assertSettled(String yaml) {
    instance.refreshed();
    assertThat(instance.isNoOp(yaml)).isTrue();
    instance.refreshed();
    assertThat(instance.isNoOp(yaml)).isTrue();
  }

  private JsonNode service() {
    return namespace.get("service web");
  }

  private JsonNode deployment() {
    return namespace.get("deployment.apps web");
  }

  @Test
  void keyThatIsNull_isNotSentAndNoDrift() {
    instance.applied(SERVICE);

    assertThat(service().at("/spec/selector").toString()).isEqualTo("{\"app\":\"web\"}");
    assertThat(service().at("/metadata/labels").isMissingNode()).isTrue();
    assertSettled(SERVICE);

    var named = SERVICE.replace("component: null", "component: shop").replace("r: null", "r: gold");
    instance.applied(named);
    assertThat(service().at("/spec/selector/component").asText()).isEqualTo("shop");
    assertThat(service().at("/metadata/labels/tier").asText()).isEqualTo("gold");

    instance.applied(SERVICE);
    assertThat(service().at("/spec/selector").toString()).isEqualTo("{\"app\":\"web\"}");
    assertThat(service().at("/metadata/labels").isMissingNode()).isTrue();
    assertSettled(SERVICE);
  }

  /// Whoever scales the object goes on doing so.
  @Test
  void fieldThatIsNull_belongsToOthers() {
    instance.applied(DEPLOYMENT);
    assertThat(deployment().at("/spec/template/spec").has("nodeSelector")).isFalse();
    assertSettled(DEPLOYMENT);
    namespace.kubectl("scale", "deployment", "web", "--replicas=5").orThrow();

    assertSettled(DEPLOYMENT);
    instance.applied(DEPLOYMENT.replace("image: nginx", "image: nginx:2"));
    assertThat(deployment().at("/spec/replicas").asInt()).isEqualTo(5);

    namespace.kubectl("scale", "deployment", "web", "--replicas=6").orThrow();
    assertSettled(DEPLOYMENT.replace("image: nginx", "image: nginx:2"));
  }
}
