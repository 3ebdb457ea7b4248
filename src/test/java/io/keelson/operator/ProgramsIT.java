package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.pulumi.PulumiWorld;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Components that are programs, written with the libraries of Pulumi in three languages.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
final class ProgramsIT {
  private static final String AFTER = "keel_Thing.after";

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

  private String install(String name, String version, String config) {
    var provider =
        fixture.installPulumi(
            name,
            version,
            "environment: [{name: KEELSON_WORLD, value: \"%s\"}]".formatted(world.file()));
    fixture.configure(name, provider, config);
    return provider;
  }

  private static String component(String type, String inputs) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: web}
    spec:
      stack: shop
      program: {providerConfigRef: {name: %s}, type: "%s"}
      inputs: %s
      providers: {keel: {name: keel}}
    """
        .formatted(type.split(":", -1)[0], type, inputs);
  }

  private List<String> recorded() {
    var all = fixture.namespace.list("resourceinstances").path("items");
    return StreamSupport.stream(all.spliterator(), false)
        .map(each -> each.at("/spec/address").asText())
        .sorted()
        .toList();
  }

  private static List<String> children(int count) {
    return IntStream.range(0, count).mapToObj(i -> "component.web.keel_Thing.web-" + i).toList();
  }

  /// Its whole life: planned, approved, changed, children added and taken away, destroyed without
  /// it.
  @ParameterizedTest
  @MethodSource("io.keelson.testing.PulumiPlugins#components")
  @Tag("R-PRG-20")
  @Tag("R-PRG-23")
  @Tag("R-PRG-24")
  void component_isPlanned_approved_changed_andDestroyedWithoutItsProgram(
      String name, String version) {
    var type = name + ":index:Many";
    install("keel", "1.0.0", "config: {region: north}");
    var provider = install(name, version, "config: {}");
    fixture.stack("shop", "providerConfigs: [keel], approval: {mode: Manual}");
    fixture.kubectl.apply(component(type, "{count: 2, label: one}"));
    fixture.declare("shop", AFTER, "{zone: z, label: \"${component.web.endpoints[1]}\"}");

    assertThat(fixture.waitingPlan("shop"))
        .contains("+ component.web.keel_Thing.web-0", "+ component.web.keel_Thing.web-1")
        .contains("the program of component.web will be run once more");
    assertThat(world.ids()).as("nothing is done before it is approved").isEmpty();
    fixture.approve("shop");
    fixture.settle("shop");
    assertThat(world.ids()).containsExactly("after-1", "web-0-1", "web-1-1");
    assertThat(fixture.state("shop", AFTER).path("label").asText()).isEqualTo("web-1.1.example");

    fixture.kubectl.apply(component(type, "{count: 3, label: two}"));
    fixture.approve("shop");
    fixture.settle("shop");
    assertThat(recorded()).containsAll(children(3));
    assertThat(fixture.state("shop", "component.web.keel_Thing.web-0").path("label").asText())
        .isEqualTo("two");

    fixture.remove("shop", AFTER);
    fixture.kubectl.apply(component(type, "{count: 1, label: two}"));
    fixture.approve("shop");
    fixture.settle("shop");
    assertThat(world.ids()).containsExactly("web-0-1");

    fixture.giveUp(provider);
    fixture.destroy("shop");
    assertThat(world.ids()).isEmpty();
  }
}
