package io.keelson.engine.config.load.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Constant;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nested blocks and attributes in the body of a resource.
class ConfigBodyTest {
  private static final ResourceAddress A = ResourceAddress.managed("t", "a");

  private Value variable = Value.nothing(Types.DYNAMIC);

  private static Block inner() {
    return new Block(
        new TreeMap<>(
            Map.of(
                "n", Attribute.of(Types.NUMBER, Presence.REQUIRED),
                "id", Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED))),
        new TreeMap<>());
  }

  private static Schema blocks(Nesting nesting, int min, int max) {
    var nested = new NestedBlock(nesting, inner(), min, max);
    return new Schema(0, new Block(new TreeMap<>(), new TreeMap<>(Map.of("x", nested))));
  }

  private static Schema attribute(Nesting nesting) {
    var shape = new Shape.Nested(nesting, inner().attributes());
    return Schema.of(
        0, new TreeMap<>(Map.of("x", new Attribute(shape, Presence.OPTIONAL, false, false))));
  }

  private static Value element(long n) {
    return Value.object(Map.of("n", Value.number(n), "id", Value.nothing(Types.STRING)));
  }

  private StackLoader.Loaded load(Schema schema, String yaml) throws JsonValues.NotAValue {
    var config = (Mapping) LiteralYaml.value(yaml);
    var resource =
        new ResourceDeclaration(
            A, config, Optional.empty(), Optional.empty(), List.of(), LifecycleDeclaration.PLAIN);
    var variables = new TreeMap<String, Value>(Map.of("v", variable));
    return new StackLoader(new CelExpressions(), _ -> Optional.of(schema))
        .load(
            new StackDeclaration(
                List.of(resource), new TreeMap<>(), new TreeMap<>(), variables, new TreeMap<>()));
  }

  private Evaluated evaluated(Schema schema, String yaml) throws JsonValues.NotAValue {
    var loaded = load(schema, yaml);
    assertThat(loaded.diagnostics()).isEmpty();
    return declared(loaded, A).body().evaluate(_ -> Evaluated.of(variable));
  }

  private Value x(Schema schema, String yaml) throws JsonValues.NotAValue {
    return ((Mapping) ((Evaluated.Ok) evaluated(schema, yaml)).value()).attribute("x");
  }

  private List<String> problems(Schema schema, String yaml) throws JsonValues.NotAValue {
    return load(schema, yaml).diagnostics().stream().map(each -> each.path().toString()).toList();
  }

  private static ResourceConfig declared(StackLoader.Loaded loaded, ResourceAddress address) {
    return Objects.requireNonNull(loaded.config().resources().get(address));
  }

  @Test
  @Tag("R-ART-1")
  void absentBlocks_areEmptyCollectionsAndAbsentSingleOnesNull() throws JsonValues.NotAValue {
    var type = inner().type();

    assertThat(x(blocks(Nesting.LIST, 0, 0), "{}")).isEqualTo(Value.list(type, List.of()));
    assertThat(x(blocks(Nesting.SET, 0, 0), "{}")).isEqualTo(Value.set(type, List.of()));
    assertThat(x(blocks(Nesting.MAP, 0, 0), "{}")).isEqualTo(Value.map(type, Map.of()));
    assertThat(x(blocks(Nesting.SINGLE, 0, 0), "{}")).isEqualTo(Value.nothing(type));
    assertThat(x(attribute(Nesting.LIST), "{}")).isEqualTo(Value.nothing(Type.list(type)));
  }

  @Test
  void writtenBlocks_getTheirTypesAndNulls() throws JsonValues.NotAValue {
    var type = inner().type();

    assertThat(x(blocks(Nesting.LIST, 0, 0), "x: [{n: '1'}, {n: 2}]"))
        .isEqualTo(Value.list(type, List.of(element(1), element(2))));
    assertThat(x(blocks(Nesting.MAP, 0, 0), "x: {k: {n: 1}}"))
        .isEqualTo(Value.map(type, Map.of("k", element(1))));
    assertThat(x(blocks(Nesting.SINGLE, 0, 0), "x: {n: 1}")).isEqualTo(element(1));
    assertThat(x(attribute(Nesting.SET), "x: [{n: 1}, {n: 1}]"))
        .isEqualTo(Value.set(type, List.of(element(1))));
  }

  @Test
  void expressionsInBlocks_areEvaluated() throws JsonValues.NotAValue {
    variable = Value.text("7");

    assertThat(x(blocks(Nesting.LIST, 0, 0), "x: [{n: '${variable.v}'}]"))
        .isEqualTo(Value.list(inner().type(), List.of(element(7))));
  }

  @Test
  void expressionInPlaceOfBlocks_isLaidOverTheirSchema() throws JsonValues.NotAValue {
    variable = Value.tuple(List.of(Value.object(Map.of("n", Value.text("1")))));

    assertThat(x(blocks(Nesting.LIST, 0, 0), "x: '${variable.v}'"))
        .isEqualTo(Value.list(inner().type(), List.of(element(1))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"${null}", "${unset()}"})
  void nullInPlaceOfNestedObjects_leavesThemOut(String written) throws JsonValues.NotAValue {
    var yaml = "x: '" + written + "'";
    var type = inner().type();

    assertThat(x(attribute(Nesting.SINGLE), yaml)).isEqualTo(Value.nothing(type));
    assertThat(x(attribute(Nesting.LIST), yaml)).isEqualTo(Value.nothing(Type.list(type)));
    assertThat(x(blocks(Nesting.SINGLE, 0, 0), yaml)).isEqualTo(Value.nothing(type));
    assertThat(x(blocks(Nesting.LIST, 0, 0), yaml)).isEqualTo(Value.list(type, List.of()));
  }

  @Test
  void expressionThatRefersToNothing_isLaidOverTheirSchema() throws JsonValues.NotAValue {
    assertThat(x(attribute(Nesting.LIST), "x: \"${[{'n': 1}]}\""))
        .isEqualTo(Value.list(inner().type(), List.of(element(1))));
    assertThat(problems(attribute(Nesting.LIST), "x: text")).containsExactly("config.x");
  }

  @Test
  void unknownInPlaceOfBlocks_isUnknownOfTheirType() throws JsonValues.NotAValue {
    variable = Value.unknown(Types.DYNAMIC);

    assertThat(x(blocks(Nesting.LIST, 0, 0), "x: '${variable.v}'"))
        .isEqualTo(Value.unknown(Type.list(inner().type())));
  }

  @Test
  @Tag("R-SENS-2")
  void marksOfAnExpressionInPlaceOfBlocks_stay() throws JsonValues.NotAValue {
    var secret = Marks.sensitive("variable.v");
    variable = Value.tuple(List.of(Value.object(Map.of("n", Value.number(1).withMarks(secret)))));

    assertThat(x(blocks(Nesting.LIST, 0, 0), "x: '${variable.v}'").allMarks()).isEqualTo(secret);
  }

  @Test
  void valueThatDoesNotFitTheBlocks_isTheUsersMistakeAtItsPath() throws JsonValues.NotAValue {
    variable = Value.tuple(List.of(Value.object(Map.of("nn", Value.number(1)))));
    var schema = blocks(Nesting.LIST, 0, 0);

    var failed = (Evaluated.Failed) evaluated(schema, "x: '${variable.v}'");

    assertThat(failed.diagnostics())
        .extracting(each -> each.path().toString())
        .containsExactlyInAnyOrder("config.x[0].nn", "config.x[0].n");
  }

  @Test
  @Tag("R-SENS-5")
  @Tag("R-DIAG-9")
  void secretThatDoesNotFitTheBlocks_isNotTakenApart() throws JsonValues.NotAValue {
    variable =
        Value.tuple(List.of(Value.object(Map.of("hidden", Value.number(1)))))
            .mark(Marks.sensitive("variable.v"));

    var failed = (Evaluated.Failed) evaluated(blocks(Nesting.LIST, 0, 0), "x: '${variable.v}'");

    assertThat(failed.diagnostics())
        .singleElement()
        .extracting(Diagnostic::toString)
        .asString()
        .contains("sensitive")
        .doesNotContain("hidden");
  }

  @Test
  void numberOfBlocks_isChecked() throws JsonValues.NotAValue {
    var schema = blocks(Nesting.LIST, 1, 2);

    assertThat(problems(schema, "{}")).containsExactly("config.x");
    assertThat(problems(schema, "x: []")).containsExactly("config.x");
    assertThat(problems(schema, "x: [{n: 1}, {n: 2}, {n: 3}]")).containsExactly("config.x");
    assertThat(problems(schema, "x: [{n: 1}]")).isEmpty();
    assertThat(problems(blocks(Nesting.SINGLE, 1, 1), "{}")).containsExactly("config.x");
  }

  @Test
  void problemsInBlocks_areFoundAtTheirPaths() throws JsonValues.NotAValue {
    var schema = blocks(Nesting.LIST, 0, 0);

    assertThat(problems(schema, "x: [{n: 1}, {m: 1}]"))
        .containsExactlyInAnyOrder("config.x[1].m", "config.x[1].n");
    assertThat(problems(schema, "x: [{n: many}]")).containsExactly("config.x[0].n");
    assertThat(problems(schema, "x: {n: 1}")).containsExactly("config.x");
    assertThat(problems(schema, "x: text")).containsExactly("config.x");
    assertThat(problems(blocks(Nesting.MAP, 0, 0), "x: [{n: 1}]")).containsExactly("config.x");
  }

  @Test
  void allProblemsOfABody_areToldTogether() throws JsonValues.NotAValue {
    variable = Value.nothing(Types.NUMBER);

    var failed =
        (Evaluated.Failed)
            evaluated(
                blocks(Nesting.LIST, 0, 0), "x: [{n: '${variable.v}'}, {n: '${variable.v}'}]");

    assertThat(failed.diagnostics())
        .extracting(each -> each.path().toString())
        .containsExactly("config.x[0].n", "config.x[1].n");
  }

  @Test
  void bodyOfConstants_isAConstant() throws JsonValues.NotAValue {
    var loaded = load(blocks(Nesting.LIST, 0, 0), "x: [{n: 1}]");

    assertThat(declared(loaded, A).body()).isInstanceOf(Constant.class);
  }
}
