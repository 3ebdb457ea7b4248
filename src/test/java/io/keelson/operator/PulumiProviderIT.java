package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.pulumi.PulumiWorld;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Providers of the Pulumi world, through the whole life of their objects.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
final class PulumiProviderIT {
  private static final String THING = "keel_Thing.a";

  @TempDir private Path folder;

  private ProviderFixture fixture;
  private PulumiWorld world;

  @BeforeEach
  void start(TestNamespace namespace) {
    fixture = new ProviderFixture(namespace);
    world = new PulumiWorld(folder.resolve("world.json"));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  /// Waits until the record of the object says so.
  private void awaitState(String attribute, String value) {
    fixture.namespace.eventually(
        () -> assertThat(fixture.state("shop", THING).path(attribute).asText()).isEqualTo(value));
  }

  private void install() {
    var provider =
        fixture.installPulumi(
            "keel",
            "1.0.0",
            "environment: [{name: KEELSON_WORLD, value: \"%s\"}]".formatted(world.file()));
    fixture.configure("keel", provider, "config: {region: north}");
  }

  @Test
  @Tag("R-PRG-1")
  void object_isMade_changed_replaced_andDestroyed() {
    install();
    fixture.stack("shop", "providerConfigs: [keel]");
    fixture.declare("shop", THING, "{zone: z1, size: 1}");
    fixture.settle("shop");
    assertThat(world.ids()).containsExactly("a-1");
    assertThat(fixture.state("shop", THING).path("endpoint").asText()).isEqualTo("a.1.example");
    assertThat(fixture.state("shop", THING).path("region").asText()).isEqualTo("north");
    assertThat(fixture.record("shop", THING).orElseThrow().toString())
        .as("the token is a secret")
        .doesNotContain("token-a-1");

    fixture.declare("shop", THING, "{zone: z1, size: 2}");
    awaitState("etag", "a.1.1");

    fixture.declare("shop", THING, "{zone: z2, size: 2}");
    var text = fixture.waitingPlan("shop");
    assertThat(text).contains("zone").contains("z2");
    fixture.approve("shop");
    awaitState("endpoint", "a.2.example");
    assertThat(world.ids()).containsExactly("a-2");

    fixture.destroy("shop");
    assertThat(world.ids()).isEmpty();
  }

  /// Each world reads what the other has made.
  @Test
  void providersOfBothWorlds_referToEachOtherInOneStack() {
    install();
    fixture.install("registry.terraform.io/hashicorp/time", "0.14.2", "implicitConfig: true");
    fixture.stack("both", "providerConfigs: [keel]");
    fixture.declare("both", "time_static.start", "{rfc3339: \"2020-01-02T03:04:05Z\"}");
    fixture.declare("both", THING, "{zone: \"${string(time_static.start.year)}\"}");
    fixture.declare("both", "time_static.after", "{triggers: {of: \"${keel_Thing.a.endpoint}\"}}");
    fixture.settle("both");
    assertThat(fixture.state("both", THING).path("zone").asText()).isEqualTo("2020");
    assertThat(fixture.state("both", "time_static.after").at("/triggers/of").asText())
        .isEqualTo("a.1.example");
    fixture.destroy("both");
    assertThat(world.ids()).isEmpty();
  }

  @Test
  void inputThatTheProviderRefuses_isToldOnTheResource() {
    install();
    fixture.stack("shop", "providerConfigs: [keel]");
    fixture.declare("shop", THING, "{zone: z1, size: -1}");
    fixture.kubectl.awaitReason("stack shop", "PlanFailed");
    assertThat(fixture.read("resource shop-a").toString()).contains("size");
  }

  @Test
  void packageOfTheOtherProtocol_isRefusedWithAWordOnBoth() {
    var provider = fixture.namespace.name() + "-wrong";
    fixture.kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Provider
        metadata: {name: %s}
        spec:
          protocol: Pulumi
          source: registry.terraform.io/hashicorp/time
          version: 0.14.2
          sources: [{directory: {path: "%s"}}]
        """
            .formatted(provider, TestProviders.mirror()));
    try {
      fixture.kubectl.awaitReason("provider " + provider, "ProviderNotReady");
      assertThat(fixture.read("provider " + provider).toString())
          .contains("terraform-provider-time")
          .contains("spec.protocol is Pulumi");
    } finally {
      fixture.giveUp(provider);
    }
  }
}
