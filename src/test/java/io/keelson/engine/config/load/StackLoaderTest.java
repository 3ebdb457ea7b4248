package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.StackOfServers.A;
import static io.keelson.engine.config.load.StackOfServers.B;
import static io.keelson.engine.config.load.StackOfServers.assertFrozen;
import static io.keelson.engine.config.load.StackOfServers.only;
import static io.keelson.engine.config.load.StackOfServers.scope;
import static io.keelson.engine.config.load.StackOfServers.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Resources, outputs and variables of a stack: what is loaded of them, and what is frozen.
final class StackLoaderTest {
  private final StackOfServers stack = new StackOfServers();

  @Test
  @Tag("R-ART-1")
  void body_hasEveryAttributeAndConvertsWhatIsSet() {
    var loaded =
        stack.load(server(A).set("size", "2").set("zones", Value.tuple(List.of(Value.text("x")))));

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
    var loaded = stack.load(server(A), server(B).set("image", "${server.a.id}"));

    var body = Objects.requireNonNull(loaded.config().resources().get(B)).body();
    var a = Value.object(Map.of("id", Value.text("s-1")));
    var evaluated = body.evaluate(scope(Map.of(new Root.Resource(A), a)));

    assertThat(body.references()).extracting(Reference::root).containsExactly(new Root.Resource(A));
    assertThat(((Mapping) ((Evaluated.Ok) evaluated).value()).attribute("image"))
        .isEqualTo(Value.text("s-1"));
  }

  @Test
  void unsupportedArgument_isFrozenWithTheNearestName() {
    var loaded = stack.load(server(A).set("imagee", "x"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.INVALID_CONFIG);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.imagee"));
    assertThat(only(loaded).detail()).contains("Did you mean 'image'?");
  }

  @Test
  void missingRequiredArgument_isFrozen() {
    var loaded = stack.load(server(A).set("image", Value.nothing(Types.DYNAMIC)));

    assertFrozen(loaded, A);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.image"));
  }

  @Test
  void requiredArgumentThatTurnsOutNull_failsWhenEvaluated() {
    stack.variables.put("v", Value.nothing(Types.STRING));
    var loaded = stack.load(server(A).set("image", "${variable.v}"));

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
    var loaded = stack.load(server(A).set("id", "x"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.id"));
  }

  @Test
  void valueOfTheWrongType_isFrozen() {
    var loaded = stack.load(server(A).set("size", "many"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("config.size"));
  }

  @Test
  void unknownType_isFrozenAndReferencesToItAreNoFurtherError() {
    var nope = ResourceAddress.managed("nope", "x");
    var loaded = stack.load(server(nope), server(A).set("image", "${nope.x.id}"));

    assertFrozen(loaded, nope);
    assertThat(only(loaded).code()).isEqualTo(Code.UNKNOWN_TYPE);
    assertThat(only(loaded).detail())
        .isEqualTo(
            "No provider has the resource type 'nope'. Correct the type, or name the ProviderConfig"
                + " of its provider in providerConfigRef.");
    assertThat(loaded.config().resources()).containsOnlyKeys(A);
  }

  @Test
  void duplicateAddress_isFrozen() {
    var loaded = stack.load(server(A), server(A).set("size", Value.number(1)), server(B));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.DUPLICATE);
  }

  @Test
  @Tag("R-VAL-12")
  void countAndForEach_excludeEachOther() {
    var loaded = stack.load(server(A).count(Value.number(1)).forEach(Value.object(Map.of())));

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
    var loaded = stack.load(each, server(B).count(Value.number(2)).set("size", "${count.index}"));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(Objects.requireNonNull(loaded.config().resources().get(A)).body().references())
        .extracting(Reference::root)
        .containsExactly(new Root.EachKey(), new Root.EachValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"${each.key}", "${each.value}", "${count.index}", "${self.id}"})
  @Tag("R-VAL-14")
  void eachAndCount_areErrorsElsewhere(String expression) {
    var loaded = stack.load(server(A).set("image", expression));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_REFERENCE);
  }

  @Test
  @Tag("R-VAL-14")
  void countItself_cannotUseTheIndex() {
    assertFrozen(stack.load(server(A).count(Value.text("${count.index}"))), A);
  }

  @Test
  void outputs_areCompiledOrLeftOut() {
    stack.outputs.put("good", ShortDeclarations.output(Value.text("${server.a.id}"), true));
    stack.outputs.put("bad", ShortDeclarations.output(Value.text("${server.a.nope}"), false));
    var loaded = stack.load(server(A));

    assertThat(loaded.config().outputs()).containsOnlyKeys("good");
    assertThat(Objects.requireNonNull(loaded.config().outputs().get("good")).sensitive()).isTrue();
    assertThat(only(loaded).subject()).isEqualTo(Subject.part("output", "bad"));
  }

  @Test
  void variablesAndStack_areTyped() {
    stack.variables.put("n", Value.number(1));
    var loaded = stack.load(server(A).set("size", "${variable.n}").set("image", "${stack.name}"));
    assertThat(loaded.diagnostics()).isEmpty();

    stack.resources.clear();
    assertThat(only(stack.load(server(A).set("image", "${variable.nn}"))).detail())
        .contains("Did you mean 'n'?");
  }
}
