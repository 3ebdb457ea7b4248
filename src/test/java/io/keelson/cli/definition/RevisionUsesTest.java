package io.keelson.cli.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentRevisionSpec;
import io.keelson.operator.api.component.ComponentStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Uses of a definition that only revisions have.
@EnableKubernetesMockClient(crud = true, https = false)
@SuppressWarnings("NullAway.Init")
final class RevisionUsesTest {
  private KubernetesClient client;

  private void revision(String name, String definition, @Nullable Map<String, String> locked) {
    var revision = new ComponentRevision();
    revision.setMetadata(new ObjectMetaBuilder().withNamespace("lib").withName(name).build());
    revision.setSpec(new ComponentRevisionSpec());
    revision.getSpec().definition = definition;
    revision.getSpec().version = "1.0.0";
    revision.getSpec().locked = locked;
    client.resource(revision).create();
  }

  private static Component component(@Nullable String revision) {
    var component = new Component();
    component.setMetadata(new ObjectMetaBuilder().withNamespace("shop").withName("web").build());
    component.setStatus(new ComponentStatus());
    component.getStatus().revision = revision;
    return component;
  }

  @Test
  void useInsideOfARevisionThatSomebodyHas_isFoundHoweverDeep() {
    revision("web-1", "web", Map.of("app", "lib/app-1"));
    revision("app-1", "app", Map.of("db", "lib/database-1"));
    revision("database-1", "database", null);
    // Nobody has this one.
    revision("other-1", "other", Map.of("db", "lib/database-1"));

    var uses =
        new RevisionUses(client)
            .of("database", "lib", List.of(component("lib/web-1"), component(null)));

    assertThat(uses)
        .singleElement()
        .satisfies(use -> {
          assertThat(use.outer().getSpec().definition).isEqualTo("app");
          assertThat(use.component()).isEqualTo("db");
          assertThat(use.inner().getMetadata().getName()).isEqualTo("database-1");
        });
  }

  @Test
  void definitionOfTheSameNameElsewhere_isAnother() {
    revision("web-1", "web", Map.of("db", "lib/database-1"));
    revision("database-1", "database", null);

    assertThat(new RevisionUses(client).of("database", "shop", List.of(component("lib/web-1"))))
        .isEmpty();
  }

  @Test
  void revisionThatIsGone_isNoUse() {
    assertThat(new RevisionUses(client).of("database", "lib", List.of(component("lib/web-1"))))
        .isEmpty();
  }
}
