package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.scenario.ScenarioConfig;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What transforms make of what is declared inside, and what a user is told of wrong ones.
@Tag("R-TRF-1")
@Tag("R-TRF-3")
final class TransformTest {
  private static final Schema SERVER =
      schema(
          Map.of(
              "id", Attribute.of(Types.STRING, Presence.COMPUTED),
              "image", Attribute.of(Types.STRING, Presence.REQUIRED),
              "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
              "manifest", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL),
              "zones", Attribute.of(Type.list(Types.STRING), Presence.OPTIONAL),
              "tags", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL)));

  private static final Schema LABEL =
      schema(Map.of("text", Attribute.of(Types.STRING, Presence.OPTIONAL)));

  private static final String APP =
      """
      definition.app:
        server.main: {image: app, zones: [a, b]}
        label.main: {text: app}
      component.web: {definition: app}
      """;

  private static Schema schema(Map<String, Attribute> attributes) {
    var port =
        new Block(
            new TreeMap<>(
                Map.of(
                    "number", Attribute.of(Types.NUMBER, Presence.REQUIRED),
                    "name", Attribute.of(Types.STRING, Presence.OPTIONAL))),
            new TreeMap<>());
    var blocks = new TreeMap<String, NestedBlock>();
    if (attributes.containsKey("image"))
      blocks.put("port", new NestedBlock(Nesting.LIST, port, 0, 0));
    return new Schema(0, new Block(new TreeMap<>(attributes), blocks));
  }

  private static StackLoader.Loaded load(ExpressionCompiler compiler, String yaml) {
    return new StackLoader(
            compiler, resource -> Optional.of(resource.type().equals("label") ? LABEL : SERVER))
        .load(declared(yaml));
  }

  private static StackDeclaration declared(String yaml) {
    try {
      return ScenarioConfig.declaration(((Mapping) LiteralYaml.value(yaml)).entries());
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static StackLoader.Loaded load(String yaml) {
    return load(new CelExpressions(), yaml);
  }

  private static String told(StackLoader.Loaded loaded) {
    return loaded.diagnostics().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  private static Evaluated evaluated(StackLoader.Loaded loaded, String resource) {
    assertThat(told(loaded)).isEmpty();
    return Objects.requireNonNull(loaded.config().resources().get(ResourceAddress.parse(resource)))
        .body()
        .evaluate(Scope.WITHOUT_NAMES);
  }

  private static Value value(StackLoader.Loaded loaded, String resource, String attribute) {
    return switch (evaluated(loaded, resource)) {
      case Evaluated.Ok(Mapping body) -> body.attribute(attribute);
      case Evaluated other -> throw new AssertionError(other);
    };
  }

  private static StackLoader.Loaded transformed(String transform) {
    return load(APP + "transforms: [%s]".formatted(transform));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{image: other}           | image    | 'other'",
        "{size: '7'}              | size     | 7",
        "{tags.team: shop}        | tags     | {team: shop}",
        "{'zones[1]': c}          | zones    | [a, c]",
        "{'zones[2]': c}          | zones    | [a, b]",
        "{manifest.spec.n: 1}     | manifest | {spec: {n: 1}}",
        "{port: [{number: 80}]}   | port     | [{number: 80, name: null}]",
        "{id: x}                  | image    | app",
        "{tags: null}             | tags     | null",
        "{nothing.of: this}       | image    | app",
      })
  void value_isSetWhereTheTypeHasThePlace(String set, String attribute, String expected)
      throws JsonValues.NotAValue {
    var loaded = transformed("{types: [server], set: %s}".formatted(set));

    var schema = Objects.requireNonNull(SERVER.type().attribute(attribute));
    assertThat(value(loaded, "component.web.server.main", attribute).convert(schema))
        .isEqualTo(LiteralYaml.value(expected).convert(schema));
  }

  @Test
  void defaultForABlock_isUsedWhereNoneIsWritten() {
    var yaml =
        """
        server.none: {image: a}
        server.one: {image: a, port: [{number: 1}]}
        transforms: [{default: {port: [{number: 80}, {number: 81}]}}]
        """;

    var loaded = load(yaml);

    assertThat(value(loaded, "server.none", "port")).asString().contains("80").contains("81");
    assertThat(value(loaded, "server.one", "port")).asString().doesNotContain("80");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{types: [server]}                                 | true  | false",
        "{types: [s*, label]}                              | true  | true",
        "{addresses: [component.web.server.main]}          | true  | false",
        "{addresses: ['component.*.label.*']}              | false | true",
        "{addresses: ['*.main']}                           | false | false",
        "{addresses: ['**.main']}                          | true  | true",
        "{types: [label], addresses: ['**.main']}          | false | true",
        "{}                                                | true  | true",
      })
  void transform_isAboutWhatItsPatternsFit(String about, boolean server, boolean label) {
    var lifecycle = about.equals("{}") ? "{" : about.substring(0, about.length() - 1) + ", ";

    var loaded = transformed(lifecycle + "lifecycle: {preventDestroy: true}}");

    assertThat(told(loaded)).isEmpty();
    assertThat(isProtected(loaded, "component.web.server.main")).isEqualTo(server);
    assertThat(isProtected(loaded, "component.web.label.main")).isEqualTo(label);
  }

  private static boolean isProtected(StackLoader.Loaded loaded, String resource) {
    return Objects.requireNonNull(loaded.config().resources().get(ResourceAddress.parse(resource)))
        .lifecycle()
        .preventDestroy();
  }

  @Test
  void containerOfATransform_isBesideThePlace_andComesFirst() {
    var yaml =
        """
        definition.app:
          server.main: {image: app}
        definition.outer:
          server.host: {image: host}
          component.app:
            definition: app
            transforms: [{lifecycle: {deletedWith: server.host}}]
        component.web: {definition: outer}
        """;

    var config = load(yaml).config();

    var resource =
        Objects.requireNonNull(
            config
                .resources()
                .get(ResourceAddress.parse("component.web.component.app.server.main")));
    assertThat(resource.lifecycle().deletedWith().flatMap(Target::block).orElseThrow())
        .isEqualTo(ResourceAddress.parse("component.web.server.host"));
    assertThat(config.closure().explicit(resource))
        .extracting(each -> each.resource().toString())
        .containsExactly("component.web.server.host");
  }

  @Test
  @Tag("R-PUL-30")
  void whatATransformLetsGoWithAComponent_isNotWhatIsInIt_andComesAfterAllOfThat() {
    var yaml =
        """
        definition.app:
          server.main: {image: app}
          server.other: {image: app}
        component.web: {definition: app}
        server.out: {image: out}
        transforms: [{lifecycle: {deletedWith: component.web}}]
        """;

    var config = load(yaml).config();

    var out = Objects.requireNonNull(config.resources().get(ResourceAddress.parse("server.out")));
    assertThat(out.lifecycle().deletedWith()).contains(Target.parse("component.web"));
    assertThat(config.closure().explicit(out))
        .extracting(each -> each.resource().toString())
        .containsExactly("component.web.server.main", "component.web.server.other");
    var inside =
        Objects.requireNonNull(
            config.resources().get(ResourceAddress.parse("component.web.server.main")));
    assertThat(inside.lifecycle().deletedWith()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{addresses: [server.gone], set: {size: 1}} | stack: transforms[0].addresses: Undeclared"
            + " resource: There is no resource server.gone",
        "{addresses: ['server.a[0]'], set: {size: 1}} | stack: transforms[0].addresses[0]: Not an"
            + " address: ",
        "{addresses: [data.server.a], set: {size: 1}} | stack: transforms[0].addresses[0]: Not a"
            + " managed resource: data.server.a",
        "{addresses: [component.web.server.main], set: {tag: 1}} | stack:"
            + " transforms[0].set[\"tag\"]: No such argument: The transform is to set 'tag' of"
            + " component.web.server.main, which has no such argument.",
        "{addresses: [component.web.server.main], set: {id: x}} | stack:"
            + " transforms[0].set[\"id\"]: No such argument: ",
        "{types: [server], set: {'a[': 1}} | stack: transforms[0].set[\"a[\"]: Not an attribute"
            + " path: ",
        "{types: [server], set: {size: '${local.x}'}} | stack: transforms[0].set[\"size\"]:"
            + " undeclared reference: ",
        "{types: [server], set: {size: '${each.value}'}} | stack: transforms[0].set[\"size\"]:"
            + " reference not available here: ",
        "{types: [server], set: {forEach: {a: 1}}} | stack: transforms[0].set[\"forEach\"]: It"
            + " cannot be changed: ",
        "{types: [server], set: {image: '${server.out.id}'}} | stack: transforms[0].set[\"image\"]:"
            + " Reference to itself: The transform is to set 'image' of server.out ",
        "{addresses: [component.web.server.main], lifecycle: {deletedWith: component.web}} | stack:"
            + " transforms[0].lifecycle.deletedWith: Nothing goes with itself: ",
        "{lifecycle: {deletedWith: component.wb}} | stack: transforms[0].lifecycle.deletedWith:"
            + " Undeclared component: There is no component.wb here. Did you mean 'web'?",
        "{lifecycle: {deletedWith: server.gone}} | stack: transforms[0].lifecycle.deletedWith:"
            + " Undeclared resource: ",
      })
  void wrongTransform_isToldWhereItIsWritten(String transform, String expected) {
    var loaded = load(APP + "server.out: {image: a}\ntransforms: [%s]".formatted(transform));

    assertThat(loaded.diagnostics()).hasSize(1);
    assertThat(told(loaded)).startsWith(expected);
  }

  @Test
  void wrongTransformOfAComponent_freezesTheComponent() {
    var loaded =
        load(
            """
            definition.app: {server.main: {image: app}}
            component.web: {definition: app, transforms: [{set: {image: "${local.x}"}}]}
            """);

    assertThat(told(loaded))
        .startsWith("component.web: transforms[0].set[\"image\"]: undeclared reference: ");
    assertThat(loaded.config().resources()).isEmpty();
    assertThat(loaded.config().declares(ComponentPath.ROOT.component("web"))).isTrue();
  }

  @Test
  void moreThan20InOnePlace_areRefused() {
    var many =
        IntStream.range(0, 21)
            .mapToObj(i -> "{types: [server], set: {size: %d}}".formatted(i))
            .collect(Collectors.joining(", "));

    var loaded = transformed(many);

    assertThat(told(loaded))
        .startsWith("stack: transforms: Too many transforms: 21 stand here, and 20 may.");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.web.label.main"));
  }

  @Test
  void addressInWhatCannotBeUsed_isNoMistake() {
    var loaded =
        load(
            """
            definition.app: {variable.x: {type: string}, server.main: {image: app}}
            component.web: {definition: app}
            transforms: [{addresses: [component.web.server.main], set: {size: 1}}]
            """);

    assertThat(loaded.diagnostics()).singleElement().asString().contains("Missing input");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{set: {size: many}}         | server.out: config.size: Value of the wrong type: ",
        "{set: {image: null}}        | server.out: config.image: Missing required argument: ",
        "{set: {port: [{nr: 1}]}}    | server.out: config.port[0].nr: Unsupported argument: ",
      })
  void valueThatDoesNotFit_isToldOfTheResource(String transform, String expected) {
    var loaded = load("server.out: {image: a}\ntransforms: [%s]".formatted(transform));

    var failed = (Evaluated.Failed) evaluated(loaded, "server.out");

    assertThat(failed.diagnostics().getFirst().toString())
        .startsWith(expected)
        .endsWith("It is set by transforms[0] of the stack.");
  }

  @Test
  void definitionIsCompiledOnce_alsoWhereUsesChangeIt() {
    var compiled = new AtomicInteger();
    var counting =
        new ExpressionCompiler() {
          private final ExpressionCompiler compiler = new CelExpressions();

          @Override
          public Compiled compile(Value tree, Type expected, TypeScope types, Place place) {
            if (tree.equals(Value.text("app"))) compiled.incrementAndGet();
            return compiler.compile(tree, expected, types, place);
          }

          @Override
          public java.util.SortedSet<String> localsIn(Value tree) {
            return compiler.localsIn(tree);
          }

          @Override
          public Traversal traversal(String text, Place place) {
            return compiler.traversal(text, place);
          }
        };
    var yaml =
        """
        definition.app: {server.main: {image: app}}
        component.one: {definition: app, transforms: [{set: {image: one}}]}
        component.two: {definition: app, transforms: [{set: {size: 2}}]}
        component.three: {definition: app}
        """;

    var loaded = load(counting, yaml);

    assertThat(compiled).hasValue(1);
    assertThat(value(loaded, "component.one.server.main", "image")).isEqualTo(Value.text("one"));
    assertThat(value(loaded, "component.two.server.main", "image")).isEqualTo(Value.text("app"));
    assertThat(value(loaded, "component.three.server.main", "size").isNull()).isTrue();
  }

  /// What a use gives cannot be put into what it is made of.
  @Test
  void circleThatOnlyATransformMakes_isToldAsAnyOther() {
    var loaded =
        load(
            """
            definition.app:
              server.main: {image: app}
              output.id: "${server.main.id}"
            component.web:
              definition: app
              transforms: [{types: [server], set: {tags.own: "${component.web.id}"}}]
            """);

    assertThat(loaded.diagnostics())
        .anySatisfy(problem -> {
          assertThat(problem.code()).isEqualTo(Code.CYCLE);
          assertThat(problem.toString()).contains("component.web.server.main");
        });
  }
}
