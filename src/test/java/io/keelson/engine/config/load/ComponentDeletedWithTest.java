package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.LoadedComponents.APP;
import static io.keelson.engine.config.load.LoadedComponents.assertFrozen;
import static io.keelson.engine.config.load.LoadedComponents.load;
import static io.keelson.engine.config.load.LoadedComponents.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Resources and components that are deleted with a component.
final class ComponentDeletedWithTest {
  private static final String PLATFORMS =
      APP
          + """
          definition.platform:
            component.cluster: {definition: app, inputs: {name: a}}
            component.cell: {definition: app, count: 2, inputs: {name: a}}
          component.platform: {definition: platform}
          component.region: {definition: platform, forEach: {eu: 1}}
          """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "component.platform",
        "component.region",
        "component.region[\"eu\"]",
        "component.platform.component.cluster",
        "component.platform.component.cell[1]",
        "component.region[\"eu\"].component.cell",
      })
  @Tag("R-PUL-30")
  void componentThatAResourceGoesWith_isRead(String container) {
    var loaded = load(PLATFORMS + goingWith("server.b", container));

    assertThat(told(loaded)).isEmpty();
    var resource =
        Objects.requireNonNull(loaded.config().resources().get(ResourceAddress.parse("server.b")));
    assertThat(resource.lifecycle().deletedWith()).contains(Target.parse(container));
    assertThat(loaded.config().closure().explicit(resource))
        .isNotEmpty()
        .allMatch(each -> Target.parse(container).mayCover(each.resource()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "component.platfrm | Undeclared component: There is no component.platfrm here. Did you mean"
            + " 'platform'?",
        "component.platform.component.clustr | Undeclared component: There is no"
            + " component.platform.component.clustr here. Did you mean 'cluster'?",
        "component.platform[0] | Not an instance of the component: component.platform has neither"
            + " count nor forEach",
        "component.region[0] | Not an instance of the component: The instances of component.region"
            + " are those of a forEach.",
        "component.platform.component.cell[\"a\"] | Not an instance of the component: The instances"
            + " of component.platform.component.cell are counted.",
        "component.region.component.cluster | Not an instance of the component: component.region"
            + " may have several instances, each with its own component.cluster.",
        "component.platform.component.cluster.server.main | Undeclared resource: ",
      })
  @Tag("R-PUL-30")
  void componentThatNothingCanGoWith_isToldWithTheReason(String container, String expected) {
    var loaded = load(PLATFORMS + goingWith("server.b", container));

    assertThat(told(loaded)).startsWith("server.b: lifecycle.deletedWith: " + expected);
  }

  private static String goingWith(String resource, String container) {
    return resource + ": {image: a, lifecycle: {deletedWith: '" + container + "'}}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"component.own", "component.own.component.cluster"})
  @Tag("R-PUL-30")
  void componentThatGoesWithItself_orWithAPartOfIt_isRefused(String container) {
    var loaded =
        load(
            PLATFORMS
                + "component.own: {definition: platform, lifecycle: {deletedWith: %s}}"
                    .formatted(container));

    assertThat(told(loaded))
        .startsWith("component.own: lifecycle.deletedWith: Nothing goes with itself: ");
    assertThat(loaded.diagnostics()).hasSize(1);
    assertFrozen(loaded, "own");
  }

  @Test
  @Tag("R-PUL-30")
  @Tag("R-GRAPH-13")
  void componentThatNeedsWhatGoesWithIt_isACycle() {
    var loaded =
        load(
            APP
                + """
                component.web: {definition: app, inputs: {name: "${server.b.id}"}}
                server.b: {image: a, lifecycle: {deletedWith: component.web}}
                """);

    assertThat(told(loaded)).contains("component.web.server.main").contains("server.b");
    assertThat(loaded.config().resources()).isEmpty();
  }

  @Test
  @Tag("R-CMP-30")
  void componentThatADefinitionNames_isTheOneInTheSameInstance() {
    var loaded =
        load(
            APP
                + """
                definition.site:
                  component.cluster: {definition: app, inputs: {name: a}}
                  component.addon:
                    definition: app
                    inputs: {name: a}
                    lifecycle: {deletedWith: component.cluster}
                component.site: {definition: site, count: 2}
                """);

    assertThat(told(loaded)).isEmpty();
    var resource =
        Objects.requireNonNull(
            loaded
                .config()
                .resources()
                .get(ResourceAddress.parse("component.site.component.addon.server.main")));
    assertThat(
            resource
                .lifecycle()
                .deletedWith(
                    InstanceAddress.parse("component.site[1].component.addon.server.main")))
        .contains(Target.parse("component.site[1].component.cluster"));
    assertThat(loaded.config().closure().explicit(resource))
        .extracting(each -> each.resource() + " " + each.depth())
        .containsExactly("component.site.component.cluster.server.main 1");
  }
}
