package io.keelson.operator.requests;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.policy.Policy;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SeenObjectsTest {
  private final SeenObjects<Resource> resources =
      SeenObjects.owned(
          Resource::new, ResourceSpec::new, spec -> spec.stack, (spec, name) -> spec.stack = name);

  private static Resource resource(String version) {
    var resource = new Resource();
    resource.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("team")
            .withName("web")
            .withUid("u")
            .withResourceVersion(version)
            .withLabels(Map.of("a", "b"))
            .build());
    resource.setSpec(new ResourceSpec());
    resource.getSpec().stack = "shop";
    resource.getSpec().type = "terraform_data";
    return resource;
  }

  @Test
  void objectOfAStack_isRememberedByNameAndVersionAndStack() {
    assertThat(resources.put(resources.getKey(resource("1")), resource("1"))).isNull();

    var before = requireNonNull(resources.put("team/web", resource("2")));

    assertThat(before.getMetadata().getResourceVersion()).isEqualTo("1");
    assertThat(before.getMetadata().getNamespace()).isEqualTo("team");
    assertThat(before.getMetadata().getName()).isEqualTo("web");
    assertThat(before.getMetadata().getUid()).isEqualTo("u");
    assertThat(before.getSpec().stack).isEqualTo("shop");
    assertThat(before.getSpec().type).isNull();
    assertThat(resources.values().map(each -> each.getMetadata().getResourceVersion()))
        .containsExactly("2");
  }

  @Test
  void objectThatIsGone_isForgotten() {
    resources.put("team/web", resource("1"));

    assertThat(resources.remove("team/web")).isNotNull();
    assertThat(resources.get("team/web")).isNull();
    assertThat(resources.size()).isZero();
    assertThat(resources.keySet()).isEmpty();
  }

  /// The Stack of a key is a label of its Secret.
  @Test
  void objectOfNobody_isRememberedWithItsLabels() {
    var secrets = new SeenObjects<>(Secret::new);
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace("team")
            .withName("keelson-shop")
            .withLabels(Map.of("keelson.dev/stack", "shop"))
            .endMetadata()
            .addToData("key", "c2VjcmV0")
            .build();

    secrets.put(secrets.getKey(secret), secret);

    var remembered = requireNonNull(secrets.get("team/keelson-shop"));
    assertThat(remembered.getMetadata().getLabels()).containsEntry("keelson.dev/stack", "shop");
    assertThat(remembered.getData()).isEmpty();
  }

  @Test
  void objectOfTheCluster_hasNoNamespace() {
    var policies = new SeenObjects<>(Policy::new);
    var policy = new Policy();
    policy.setMetadata(new ObjectMetaBuilder().withName("region").build());

    policies.put(policies.getKey(policy), policy);

    var remembered = requireNonNull(policies.get("region"));
    assertThat(remembered.getMetadata().getName()).isEqualTo("region");
    assertThat(remembered.getMetadata().getNamespace()).isNull();
  }
}
