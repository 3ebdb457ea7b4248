package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration.Output;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackLoaderTest {
  private static final Schema SERVER =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "image", Attribute.of(Types.STRING, Presence.REQUIRED),
                  "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                  "tags", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL),
                  "zones", Attribute.of(Type.set(Types.STRING), Presence.OPTIONAL))));

  private static final ResourceAddress A = ResourceAddress.managed("server", "a");
  private static final ResourceAddress B = ResourceAddress.managed("server", "b");
  private static final ResourceAddress C = ResourceAddress.managed("server", "c");

  private final List<ResourceDeclaration> resources = new ArrayList<>();
  private final TreeMap<String, Value> locals = new TreeMap<>();
  private final TreeMap<String, Output> outputs = new TreeMap<>();
  private final TreeMap<String, Value> variables = new TreeMap<>();

  /// A resource to be declared, changed step by step.
  private static final class Declared {
    private final ResourceAddress address;
    private final TreeMap<String, Value> config = new TreeMap<>(Map.of("image", Value.text("i")));
    private Optional<Value> count = Optional.empty();
    private Optional<Value> forEach = Optional.empty();
    private List<String> dependsOn = List.of();
    private LifecycleDeclaration lifecycle = LifecycleDeclaration.PLAIN;

    Declared(ResourceAddress address) {
      this.address = address;
    }

    Declared set(String name, Value value) {
      config.put(name, value);
      return this;
    }

    Declared set(String name, String text) {
      return set(name, Value.text(text));
    }

    Declared count(Value value) {
      count = Optional.of(value);
      return this;
    }

    Declared forEach(Value value) {
      forEach = Optional.of(value);
      return this;
    }

    Declared dependsOn(String... addresses) {
      dependsOn = List.of(addresses);
      return this;
    }

    Declared ignore(String... paths) {
      lifecycle = new LifecycleDeclaration(false, false, List.of(paths), List.of());
      return this;
    }

    Declared triggeredBy(String... references) {
      lifecycle = new LifecycleDeclaration(false, false, List.of(), List.of(references));
      return this;
    }

    Declared triggeredWith(String value) {
      lifecycle =
          new LifecycleDeclaration(
              false,
              false,
              false,
              true,
              PartialCreate.REPLACE,
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              Optional.of(Value.text(value)),
              Optional.empty(),
              Timeouts.NONE,
              List.of(),
              List.of());
      return this;
    }

    Declared precondition(String condition, String message) {
      return conditions(List.of(rule(condition, message)), List.of());
    }

    Declared postcondition(String condition, String message) {
      return conditions(List.of(), List.of(rule(condition, message)));
    }

    private Declared conditions(
        List<StackDeclaration.CheckRule> before, List<StackDeclaration.CheckRule> after) {
      lifecycle =
          new LifecycleDeclaration(
              false,
              false,
              false,
              true,
              PartialCreate.REPLACE,
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              Timeouts.NONE,
              before,
              after);
      return this;
    }

    private static StackDeclaration.CheckRule rule(String condition, String message) {
      return new StackDeclaration.CheckRule(Value.text(condition), Value.text(message));
    }

    ResourceDeclaration resource() {
      return new ResourceDeclaration(
          address, Value.object(config), count, forEach, dependsOn, lifecycle);
    }
  }

  private static Declared server(ResourceAddress address) {
    return new Declared(address);
  }

  private StackLoader.Loaded load(Declared... declared) {
    for (Declared each : declared) resources.add(each.resource());
    var identity = new TreeMap<String, Value>(Map.of("name", Value.text("shop")));
    var loader =
        new StackLoader(
            new CelExpressions(),
            resource -> resource.type().equals("server") ? Optional.of(SERVER) : Optional.empty());
    return loader.load(new StackDeclaration(resources, locals, outputs, variables, identity));
  }

  private static void assertFrozen(StackLoader.Loaded loaded, ResourceAddress... addresses) {
    assertThat(loaded.config().frozen()).containsExactly(addresses);
    assertThat(loaded.config().resources()).doesNotContainKeys(addresses);
  }

  private static Diagnostic only(StackLoader.Loaded loaded) {
    assertThat(loaded.diagnostics()).hasSize(1);
    return loaded.diagnostics().getFirst();
  }

  private static Scope scope(Map<Root, Value> values) {
    return root -> Evaluated.of(values.getOrDefault(root, Value.unknown(Types.DYNAMIC)));
  }

  @Test
  @Tag("R-COND-4")
  void condition_thatIsNoBool_isRefused() {
    var loaded = load(server(A).precondition("${[stack.name]}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.CONDITION_EXPRESSION);
    assertThat(only(loaded).path()).hasToString("lifecycle.preconditions[0].condition");
  }

  @Test
  @Tag("R-COND-4")
  void condition_thatRefersToNothing_isRefused() {
    var loaded = load(server(A).precondition("${1 == 1}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.CONDITION_EXPRESSION);
    assertThat(only(loaded).detail()).contains("refers to nothing");
  }

  @Test
  @Tag("R-COND-3")
  void self_isKnownInPostconditionsOnly() {
    assertThat(load(server(A).postcondition("${self.image == 'i'}", "m")).diagnostics()).isEmpty();
    resources.clear();

    var loaded = load(server(A).precondition("${self.image == 'i'}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).detail()).contains("self can only be used in postconditions");
  }

  @Test
  @Tag("R-COND-3")
  void self_hasTheAttributesOfItsType() {
    var loaded = load(server(A).postcondition("${self.imag == 'i'}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).detail()).contains("image");
  }

  @Test
  @Tag("R-GRAPH-14")
  void condition_onItsOwnResource_isRefused() {
    var loaded = load(server(A).postcondition("${server.a.image == 'i'}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
    assertThat(only(loaded).detail()).contains("in a postcondition, to self");
  }

  @Test
  @Tag("R-ART-1")
  void body_hasEveryAttributeAndConvertsWhatIsSet() {
    var loaded =
        load(server(A).set("size", "2").set("zones", Value.tuple(List.of(Value.text("x")))));

    var body = Objects.requireNonNull(loaded.config().resources().get(A)).body();

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(body.evaluate(scope(Map.of())))
        .isEqualTo(
            Evaluated.of(
                Value.object(
                    Map.of(
                        "id", Value.nothing(Types.STRING),
                        "image", Value.text("i"),
                        "size", Value.number(2),
                        "tags", Value.nothing(Type.map(Types.STRING)),
                        "zones", Value.set(Types.STRING, List.of(Value.text("x")))))));
  }

  @Test
  void expressions_areEvaluatedInTheirScope() {
    var loaded = load(server(A), server(B).set("image", "${server.a.id}"));

    var body = Objects.requireNonNull(loaded.config().resources().get(B)).body();
    var a = Value.object(Map.of("id", Value.text("s-1")));
    var evaluated = body.evaluate(scope(Map.of(new Root.Resource(A), a)));

    assertThat(body.references()).extracting(Reference::root).containsExactly(new Root.Resource(A));
    assertThat(((Mapping) ((Evaluated.Ok) evaluated).value()).attribute("image"))
        .isEqualTo(Value.text("s-1"));
  }

  @Test
  void locals_areTypedByWhatTheyReferTo() {
    locals.put("first", Value.text("${local.second}"));
    locals.put("second", Value.text("${server.a.id}"));
    var loaded = load(server(A), server(B).set("image", "${local.first}"));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(Objects.requireNonNull(loaded.config().locals().get("first")).type())
        .isEqualTo(Types.STRING);
  }

  @Test
  void localsThatNeedEachOther_areACycleWithItsMembers() {
    locals.put("x", Value.text("${local.y}"));
    locals.put("y", Value.text("${local.x}"));
    locals.put("z", Value.text("fine"));
    var loaded = load();

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code, Diagnostic::subject)
        .containsExactly(
            tuple(Code.CYCLE, Subject.part("local", "x")),
            tuple(Code.CYCLE, Subject.part("local", "y")));
    assertThat(loaded.diagnostics().getFirst().detail()).contains("local.x -> local.y -> local.x");
    assertThat(loaded.config().locals()).containsOnlyKeys("z");
  }

  @Test
  void brokenLocal_isToldBeforeWhatUsesIt() {
    locals.put("a", Value.text("${local.x}"));
    locals.put("x", Value.text("${server.nope.id}"));
    var loaded = load(server(A).set("image", "${local.a}"), server(B));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code, Diagnostic::subject)
        .containsExactly(
            tuple(Code.UNDECLARED, Subject.part("local", "x")),
            tuple(Code.BROKEN_REFERENCE, Subject.part("local", "a")),
            tuple(Code.BROKEN_REFERENCE, Subject.of(A)));
  }

  @Test
  void resourceThatUsesABrokenLocal_isFrozen() {
    locals.put("x", Value.text("${server.nope.id}"));
    var loaded = load(server(A).set("image", "${local.x}"), server(B));

    assertFrozen(loaded, A);
    assertThat(loaded.diagnostics()).extracting(Diagnostic::code).contains(Code.UNDECLARED);
    assertThat(loaded.config().resources()).containsOnlyKeys(B);
  }

  @Test
  void unsupportedArgument_isFrozenWithTheNearestName() {
    var loaded = load(server(A).set("imagee", "x"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.INVALID_CONFIG);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.imagee"));
    assertThat(only(loaded).detail()).contains("Did you mean 'image'?");
  }

  @Test
  void missingRequiredArgument_isFrozen() {
    var loaded = load(server(A).set("image", Value.nothing(Types.DYNAMIC)));

    assertFrozen(loaded, A);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.image"));
  }

  @Test
  void requiredArgumentThatTurnsOutNull_failsWhenEvaluated() {
    variables.put("v", Value.nothing(Types.STRING));
    var loaded = load(server(A).set("image", "${variable.v}"));

    var body = Objects.requireNonNull(loaded.config().resources().get(A)).body();
    var evaluated =
        body.evaluate(scope(Map.of(new Root.Variable("v"), Value.nothing(Types.STRING))));

    assertThat(((Evaluated.Failed) evaluated).diagnostics())
        .singleElement()
        .extracting(Diagnostic::path)
        .isEqualTo(AttributePath.parse("config.image"));
  }

  @Test
  void computedAttribute_cannotBeSet() {
    var loaded = load(server(A).set("id", "x"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.id"));
  }

  @Test
  void valueOfTheWrongType_isFrozen() {
    var loaded = load(server(A).set("size", "many"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.size"));
  }

  @Test
  void unknownType_isFrozenAndReferencesToItAreNoFurtherError() {
    var nope = ResourceAddress.managed("nope", "x");
    var loaded = load(server(nope), server(A).set("image", "${nope.x.id}"));

    assertFrozen(loaded, nope);
    assertThat(only(loaded).code()).isEqualTo(Code.UNKNOWN_TYPE);
    assertThat(loaded.config().resources()).containsOnlyKeys(A);
  }

  @Test
  void duplicateAddress_isFrozen() {
    var loaded = load(server(A), server(A).set("size", Value.number(1)), server(B));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.DUPLICATE);
  }

  @Test
  @Tag("R-VAL-12")
  void countAndForEach_excludeEachOther() {
    var loaded = load(server(A).count(Value.number(1)).forEach(Value.object(Map.of())));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.REPETITION);
  }

  @Test
  @Tag("R-VAL-14")
  void eachAndCount_areTypedWhereTheyAreAvailable() {
    var each =
        server(A)
            .forEach(Value.object(Map.of("x", Value.number(1))))
            .set("image", "${each.key}")
            .set("size", "${each.value}");
    var loaded = load(each, server(B).count(Value.number(2)).set("size", "${count.index}"));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(Objects.requireNonNull(loaded.config().resources().get(A)).body().references())
        .extracting(Reference::root)
        .containsExactly(new Root.EachKey(), new Root.EachValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"${each.key}", "${each.value}", "${count.index}", "${self.id}"})
  @Tag("R-VAL-14")
  void eachAndCount_areErrorsElsewhere(String expression) {
    var loaded = load(server(A).set("image", expression));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_REFERENCE);
  }

  @Test
  @Tag("R-VAL-14")
  void countItself_cannotUseTheIndex() {
    assertFrozen(load(server(A).count(Value.text("${count.index}"))), A);
  }

  @Test
  @Tag("R-GRAPH-14")
  void bodyThatRefersToItsResource_isASelfReference() {
    var loaded = load(server(A).set("image", "${server.a.id}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
  }

  @Test
  @Tag("R-GRAPH-14")
  void instanceThatRefersToAnotherOfItsResource_isASelfReference() {
    var loaded = load(server(A).count(Value.number(2)).set("image", "${server.a[0].id}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
  }

  @Test
  @Tag("R-GRAPH-14")
  void triggerThatNamesItsOwnResource_isASelfReference() {
    var loaded = load(server(A).triggeredBy("server.a"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
  }

  @Test
  @Tag("R-PUL-14")
  void triggerThatComesFromItsOwnResource_isASelfReference() {
    var loaded = load(server(A).triggeredWith("${server.a.id}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
    assertThat(only(loaded).path()).hasToString("lifecycle.replaceTrigger");
  }

  @Test
  void dependsOnItself_isAccepted() {
    var loaded = load(server(A).dependsOn("server.a"));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(loaded.config().resources()).containsKey(A);
  }

  @Test
  @Tag("R-GRAPH-30")
  void resourcesThatNeedEachOther_areACycleWithItsMembersInOrder() {
    locals.put("x", Value.text("${server.c.id}"));
    var loaded =
        load(
            server(A).set("image", "${server.b.id}"),
            server(B).set("image", "${local.x}"),
            server(C).dependsOn("server.a"));

    assertFrozen(loaded, A, B, C);
    assertThat(loaded.diagnostics()).extracting(Diagnostic::code).containsOnly(Code.CYCLE);
    assertThat(loaded.diagnostics().getFirst().subject()).isEqualTo(Subject.of(A));
    assertThat(loaded.diagnostics().getFirst().detail())
        .contains("server.a -> server.b -> local.x -> server.c -> server.a");
  }

  @Test
  void resourceThatNeedsItselfThroughALocal_isACycle() {
    locals.put("x", Value.text("${server.a.id}"));
    var loaded = load(server(A).set("image", "${local.x}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.CYCLE);
  }

  @Test
  void resourceThatNeedsAFrozenOne_isNotFrozen() {
    var loaded = load(server(A).set("nope", "x"), server(B).set("image", "${server.a.id}"));

    assertFrozen(loaded, A);
    assertThat(loaded.config().resources()).containsOnlyKeys(B);
  }

  @Test
  void dependsOn_takesAddressesOfResourcesAndInstances() {
    var loaded = load(server(A), server(B), server(C).dependsOn("server.a", "server.b[0]"));

    assertThat(Objects.requireNonNull(loaded.config().resources().get(C)).dependsOn())
        .containsExactly(new Root.Resource(A), new Root.Resource(B));
  }

  @Test
  void dependsOnUndeclared_isFrozenWithTheNearestName() {
    var loaded = load(server(A).dependsOn("server.bb"), server(B));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.UNDECLARED);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("dependsOn[0]"));
    assertThat(only(loaded).detail()).contains("Did you mean 'server.b'?");
  }

  @Test
  void nearestName_isNeverTheResourceThatAsks() {
    var loaded = load(server(A).dependsOn("server.aa"));

    assertThat(only(loaded).detail()).doesNotContain("Did you mean");
  }

  @Test
  void dependsOnNoAddress_isFrozen() {
    var loaded = load(server(A).dependsOn("nope"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_ADDRESS);
  }

  @Test
  @Tag("R-RTB-1")
  void triggers_areReferences() {
    var loaded = load(server(A), server(B).triggeredBy("server.a", "server.a.id"));

    assertThat(
            Objects.requireNonNull(loaded.config().resources().get(B))
                .lifecycle()
                .replaceTriggeredBy())
        .extracting(Reference::toString)
        .containsExactly("server.a", "server.a.id");
  }

  @Test
  @Tag("R-RTB-1")
  void triggerThatNobodyDeclares_isFrozen() {
    var loaded = load(server(A).triggeredBy("server.nope"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.UNDECLARED);
  }

  @Test
  @Tag("R-RTB-1")
  void triggerOnAnAttributeThatDoesNotExist_isFrozen() {
    var loaded = load(server(A), server(B).triggeredBy("server.a.nope"));

    assertFrozen(loaded, B);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_REFERENCE);
  }

  @Test
  @Tag("R-IGN-1")
  void ignoreChanges_arePathsOrEverything() {
    var loaded = load(server(A).ignore("size", "tags[\"x\"]", "tags.y"), server(B).ignore("all"));

    var options =
        Objects.requireNonNull(loaded.config().resources().get(A)).lifecycle().ignoreChanges();
    assertThat(options)
        .isEqualTo(
            new io.keelson.engine.config.Lifecycle.IgnoreChanges.Only(
                List.of(
                    PathPattern.parse("size"),
                    PathPattern.parse("tags[\"x\"]"),
                    PathPattern.parse("tags.y"))));
    assertThat(
            Objects.requireNonNull(loaded.config().resources().get(B)).lifecycle().ignoreChanges())
        .isInstanceOf(io.keelson.engine.config.Lifecycle.IgnoreChanges.All.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "tags[", "", "zones[0]", "size.x", "tags[0]", "[0]"})
  @Tag("R-IGN-4")
  void ignoredPathThatLeadsNowhere_isFrozen(String path) {
    var loaded = load(server(A).ignore(path));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_REFERENCE);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("lifecycle.ignoreChanges[0]"));
  }

  @Test
  @Tag("R-IGN-10")
  void ignoringAComputedAttribute_isAWarning() {
    var loaded = load(server(A).ignore("id"));

    assertThat(only(loaded).severity()).isEqualTo(Severity.WARNING);
    assertThat(loaded.config().resources()).containsKey(A);
  }

  @Test
  void outputs_areCompiledOrLeftOut() {
    outputs.put("good", new Output(Value.text("${server.a.id}"), true));
    outputs.put("bad", new Output(Value.text("${server.a.nope}"), false));
    var loaded = load(server(A));

    assertThat(loaded.config().outputs()).containsOnlyKeys("good");
    assertThat(Objects.requireNonNull(loaded.config().outputs().get("good")).sensitive()).isTrue();
    assertThat(only(loaded).subject()).isEqualTo(Subject.part("output", "bad"));
  }

  @Test
  void variablesAndStack_areTyped() {
    variables.put("n", Value.number(1));
    var loaded = load(server(A).set("size", "${variable.n}").set("image", "${stack.name}"));
    assertThat(loaded.diagnostics()).isEmpty();

    resources.clear();
    assertThat(only(load(server(A).set("image", "${variable.nn}"))).detail())
        .contains("Did you mean 'n'?");
  }
}
