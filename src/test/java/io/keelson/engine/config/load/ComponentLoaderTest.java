package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.LoadedComponents.APP;
import static io.keelson.engine.config.load.LoadedComponents.assertFrozen;
import static io.keelson.engine.config.load.LoadedComponents.declared;
import static io.keelson.engine.config.load.LoadedComponents.load;
import static io.keelson.engine.config.load.LoadedComponents.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How components are linked, what can be seen from inside and from outside, and what a user is
/// told of one that is declared twice or feeds itself.
final class ComponentLoaderTest {
  @Test
  void usesThatAreRight_areLinkedAtTheirOwnAddresses() {
    var loaded =
        load(
            APP
                + """
                component.web: {definition: app, forEach: {eu: 1}, inputs: {name: "${each.key}"}}
                component.admin: {definition: app, inputs: {name: "${component.web[\\"eu\\"].server}"}}
                output.all: "${component.web}"
                """);

    assertThat(told(loaded)).isEmpty();
    assertThat(loaded.config().resources())
        .containsOnlyKeys(
            ResourceAddress.parse("component.admin.server.main"),
            ResourceAddress.parse("component.web.server.main"));
    assertThat(loaded.config().declares(ResourceAddress.parse("component.web.server.other")))
        .isFalse();
  }

  @Test
  @Tag("R-CMP-3")
  void outputThatNamesNothing_isToldWithItsComponent() {
    var loaded =
        load(
            """
            definition.app:
              server.main: {}
              output.bad: "${server.mian.id}"
              output.good: "${server.main.id}"
            component.web: {definition: app}
            server.bad: {image: "${component.web.bad}"}
            server.good: {image: "${component.web.good}"}
            """);

    assertThat(told(loaded))
        .contains("component.web.output.bad")
        .contains("server.main")
        .contains("server.bad: ");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(
            ResourceAddress.parse("server.good"),
            ResourceAddress.parse("component.web.server.main"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${server.outside.id}",
        "${variable.outside}",
        "${local.outside}",
        "${component.web.server}",
        "${secret.x}"
      })
  @Tag("R-CMP-3")
  void whatIsOutside_isNotToBeSeenFromInside(String expression) {
    var loaded =
        load(
            """
            definition.app:
              server.main: {image: "EXPRESSION"}
            variable.outside: x
            local.outside: x
            server.outside: {}
            component.web: {definition: app}
            """
                .replace("EXPRESSION", expression));

    assertThat(loaded.diagnostics()).hasSize(1);
    assertThat(told(loaded)).startsWith("component.web.server.main: ");
  }

  @Test
  @Tag("R-CMP-3")
  void whatIsInside_isNotToBeSeenFromOutside() {
    var loaded =
        load(
            APP
                + """
                component.web: {definition: app, inputs: {name: a}}
                server.a: {image: "${component.web.main}"}
                server.b: {image: a, dependsOn: [component.web.server.main]}
                """);

    assertThat(loaded.diagnostics()).hasSize(2);
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.web.server.main"));
  }

  @Test
  void componentThatNobodyDeclares_namesTheNearest() {
    var loaded =
        load(
            APP
                + """
                component.web: {definition: app, inputs: {name: a}}
                server.a: {image: "${component.wed.server}"}
                server.b: {dependsOn: [component.wed]}
                server.c: {dependsOn: [component.web.servers]}
                """);

    assertThat(told(loaded))
        .contains("server.a: ")
        .contains("component.web")
        .contains("server.b: dependsOn[0]: Undeclared component: There is no component.wed here.")
        .contains(
            "server.c: dependsOn[0]: Undeclared output: component.web has no output 'servers'.");
    assertThat(loaded.diagnostics()).hasSize(3);
  }

  @Test
  void dependsOnOfOutputsAndComponents_isRead() {
    var loaded =
        load(
            APP
                + """
                component.web: {definition: app, count: 2, inputs: {name: a}}
                component.other: {definition: app, inputs: {name: a}, dependsOn: ["component.web[0]", server.b]}
                server.b: {dependsOn: ["component.web[0].server", component.web.server]}
                """);

    assertThat(told(loaded)).isEmpty();
  }

  @Test
  void twoComponentsOfOneName_areBothFrozen() {
    var declared = declared(APP + "component.web: {definition: app, inputs: {name: a}}");
    var twice = new ArrayList<>(declared.components());
    twice.addAll(declared.components());

    var loaded = load(declared.using(twice, new TreeMap<>()));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: Declared more than once: 2 components have this name. Nothing is"
                + " planned for any of them until all but one are renamed or removed.");
    assertFrozen(loaded, "web");
  }

  @Test
  void twoVariablesOfOneName_areAnError() {
    var declared = declared(APP + "component.web: {definition: app, inputs: {name: a}}");
    var use = declared.components().getFirst();
    var variables = new ArrayList<>(use.definition().variables());
    variables.add(variables.getFirst());
    var changed =
        new ComponentDeclaration(
            variables,
            use.definition().locals(),
            use.definition().resources(),
            List.of(),
            use.definition().outputs(),
            List.of(),
            List.of(),
            new TreeMap<>());
    var twice =
        new ComponentDeclaration.Component(
            use.name(),
            changed,
            use.inputs(),
            use.count(),
            use.forEach(),
            use.enabled(),
            List.of(),
            List.of());

    var loaded = load(declared.using(List.of(twice), new TreeMap<>()));

    assertThat(told(loaded)).contains("component.web.variable.name: Declared more than once");
  }

  @Test
  @Tag("R-GRAPH-30")
  void componentsThatFeedEachOtherInACircle_areRefusedWithTheWay() {
    var loaded =
        load(
            """
            definition.pass:
              variable.given: {type: string}
              server.main: {image: "${variable.given}"}
              output.out: "${variable.given}"
            component.one: {definition: pass, inputs: {given: "${component.two.out}"}}
            component.two: {definition: pass, inputs: {given: "${component.one.out}"}}
            component.three: {definition: pass, inputs: {given: x}}
            """);

    assertThat(told(loaded))
        .contains(
            "component.one.variable.given -> component.two.output.out ->"
                + " component.two.variable.given -> component.one.output.out ->"
                + " component.one.variable.given");
    assertFrozen(loaded, "one");
    assertFrozen(loaded, "two");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.three.server.main"));
  }

  @Test
  @Tag("R-CMP-10")
  void componentsThatUseEachOther_areNoCircle() {
    var loaded =
        load(
            """
            definition.pass:
              variable.given: {type: string}
              server.first: {}
              server.last: {image: "${variable.given}"}
              output.out: "${server.first.id}"
            component.one: {definition: pass, inputs: {given: "${component.two.out}"}}
            component.two: {definition: pass, inputs: {given: "${component.one.out}"}}
            """);

    assertThat(told(loaded)).isEmpty();
  }
}
