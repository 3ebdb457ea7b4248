package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.scenario.ScenarioConfig;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a user is told of a wrong use of a component, and what is frozen by it.
final class ComponentLoaderTest {
  private static final Schema SERVER =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "image", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                  "zones", Attribute.of(Type.set(Types.STRING), Presence.OPTIONAL))));

  /// A definition that the tests use.
  private static final String APP =
      """
      definition.app:
        variable.name: {type: string}
        variable.replicas:
          type: number
          default: 2
          nullable: false
          validations:
          - {condition: "${variable.replicas > 0}", errorMessage: "At least one replica."}
        variable.network: {type: "object({zone_id = string, subnets = optional(set(string))})", default: {zone_id: z}}
        server.main: {image: "${variable.name}", size: "${variable.replicas}"}
        output.server: "${server.main.id}"
      """;

  private static StackDeclaration declared(String yaml) {
    try {
      return ScenarioConfig.declaration(((Mapping) JsonValues.parseYaml(yaml)).entries());
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static StackLoader.Loaded load(StackDeclaration declared) {
    return new StackLoader(new CelExpressions(), _ -> Optional.of(SERVER)).load(declared);
  }

  private static StackLoader.Loaded load(String yaml) {
    return load(declared(yaml));
  }

  private static String told(StackLoader.Loaded loaded) {
    return loaded.diagnostics().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  private static ComponentPath path(String... names) {
    return new ComponentPath(List.of(names));
  }

  private static void isFrozen(StackLoader.Loaded loaded, String component) {
    var config = loaded.config();
    assertThat(config.declares(path(component))).isTrue();
    assertThat(config.declares(ResourceAddress.parse("component." + component + ".server.any")))
        .isTrue();
    assertThat(path(component).resourcesIn(config.resources())).isEmpty();
  }

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
  @Tag("R-CMP-5")
  void missingInput_isNamed() {
    var loaded = load(APP + "component.web: {definition: app}");

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: inputs.name: Missing input: The variable 'name' of the component has no"
                + " default, so it has to be given. Set inputs.name.");
    isFrozen(loaded, "web");
  }

  @Test
  @Tag("R-CMP-5")
  void unknownInput_namesTheNearestVariable() {
    var loaded =
        load(APP + "component.web: {definition: app, inputs: {name: a, replica: 3, other: x}}");

    assertThat(told(loaded))
        .contains(
            "component.web: inputs.replica: Unknown input: The component has no variable 'replica'."
                + " Did you mean 'replicas'?")
        .contains("inputs.other: Unknown input: The component has no variable 'other'.");
    isFrozen(loaded, "web");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          network: {zone_id: [a]}          | inputs.network.zone_id
          network: {zone_id: a, subnets: 1}| inputs.network.subnets
          network: {}                      | inputs.network
          replicas: many                   | inputs.replicas
          name: [a]                        | inputs.name
          """)
  @Tag("R-CMP-5")
  void inputOfAWrongType_isToldWithItsPath(String input, String path) {
    var loaded =
        load(
            APP
                + "component.web: {definition: app, count: 0, inputs: {"
                + (input.startsWith("name") ? "" : "name: a, ")
                + input
                + "}}");

    assertThat(told(loaded)).contains("component.web: " + path).contains("Input does not fit");
    isFrozen(loaded, "web");
  }

  @Test
  @Tag("R-CMP-5")
  void nullForWhatIsNotNullable_isTheDefault() {
    assertThat(
            told(load(APP + "component.web: {definition: app, inputs: {name: a, replicas: null}}")))
        .isEmpty();
  }

  @Test
  @Tag("R-CMP-5")
  void nullForWhatIsNotNullableAndHasNoDefault_isRefused() {
    var loaded =
        load(
            """
            definition.app:
              variable.name: {type: string, nullable: false}
            component.web: {definition: app, inputs: {name: null}}
            """);

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: inputs.name: Input does not fit: The variable 'name' of the component"
                + " takes string, and null is no value for it, and it has no default. Correct the"
                + " input.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "count: 0,", "enabled: false,", "forEach: {},"})
  @Tag("R-VAL-2")
  @Tag("R-VAL-17")
  @Tag("R-CMP-5")
  void literalThatBreaksAValidation_isRefusedWithoutInstances(String repeated) {
    var loaded =
        load(
            APP
                + "component.web: {definition: app, "
                + repeated
                + " inputs: {name: a, replicas: 0}}");

    assertThat(told(loaded))
        .isEqualTo("component.web: inputs.replicas: Input is not valid: At least one replica.");
    isFrozen(loaded, "web");
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
    isFrozen(loaded, "own");
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

  @Test
  void twoComponentsOfOneName_areBothFrozen() {
    var declared = declared(APP + "component.web: {definition: app, inputs: {name: a}}");
    var twice = new ArrayList<>(declared.components());
    twice.addAll(declared.components());

    var loaded = load(declared.using(twice));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: Declared more than once: 2 components have this name. Nothing is"
                + " planned for any of them until all but one are renamed or removed.");
    isFrozen(loaded, "web");
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

    var loaded = load(declared.using(List.of(twice)));

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
    isFrozen(loaded, "one");
    isFrozen(loaded, "two");
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

  private static String nested(int depth) {
    return IntStream.range(1, depth)
            .mapToObj(level ->
                "definition.d%d:\n  component.c%d: {definition: d%d}\n"
                    .formatted(level, level + 1, level + 1))
            .collect(Collectors.joining())
        + "definition.d%d:\n  server.main: {}\n".formatted(depth)
        + "component.c1: {definition: d1}\n";
  }

  @Test
  void eightComponentsInsideOfEachOther_areUsable() {
    var loaded = load(nested(8));

    assertThat(told(loaded)).isEmpty();
    assertThat(loaded.config().resources()).hasSize(1);
  }

  @Test
  void nineComponentsInsideOfEachOther_areTooMany() {
    var loaded = load(nested(9));

    assertThat(told(loaded))
        .isEqualTo(
            "component.c1.component.c2.component.c3.component.c4.component.c5.component.c6"
                + ".component.c7.component.c8.component.c9: Too many components: It is inside of"
                + " more than 8 components. Nothing is planned for what is in it. Split the"
                + " stack.");
    assertThat(loaded.config().resources()).isEmpty();
  }

  /// Each level uses the next one ten times, so that there would be a thousand times as many.
  private static String growing(int levels) {
    var text = new StringBuilder();
    for (int level = 0; level < levels; level++) {
      text.append("definition.d%d:\n  server.main: {}\n".formatted(level));
      for (int i = 0; level + 1 < levels && i < 10; i++)
        text.append("  component.c%d: {definition: d%d}\n".formatted(i, level + 1));
    }
    return text
        + "component.all: {definition: d0}\ncomponent.few: {definition: d%d}\n"
            .formatted(levels - 2);
  }

  @Test
  void moreThanTwoThousandComponents_areRefusedBeforeTheyAreMade() {
    var loaded = load(growing(5));

    assertThat(told(loaded))
        .isEqualTo(
            "component.all: Too many components: With this one the stack would have more than 2000"
                + " components. Nothing is planned for what is in it. Split the stack.");
    isFrozen(loaded, "all");
    assertThat(loaded.config().components()).hasSize(11);
  }

  @Test
  void definitionThatIsUsedOften_isCompiledOnce() {
    int once = compiledWith(1);

    assertThat(compiledWith(200) - once).as("calls for 199 more uses").isEqualTo(199);
  }

  /// How often something is compiled for so many uses, each with one input.
  private static int compiledWith(int uses) {
    var text = new StringBuilder(APP);
    for (int i = 0; i < uses; i++)
      text.append("component.c%d: {definition: app, inputs: {name: n%d}}\n".formatted(i, i));
    var calls = new int[1];
    ExpressionCompiler counting = new CountingCompiler(new CelExpressions(), () -> calls[0]++);
    var loaded =
        new StackLoader(counting, _ -> Optional.of(SERVER)).load(declared(text.toString()));
    assertThat(told(loaded)).isEmpty();
    assertThat(loaded.config().resources()).hasSize(uses);
    return calls[0];
  }
}
