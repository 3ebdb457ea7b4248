package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration.Given;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class VariableLoaderTest {
  private final List<VariableDeclaration> declared = new ArrayList<>();

  private static Value json(String text) {
    return read(text).orElseThrow();
  }

  private static Optional<Value> read(String text) {
    try {
      return Optional.of(JsonValues.parse(text));
    } catch (JsonValues.NotAValue e) {
      return Optional.empty();
    }
  }

  private static Optional<Given> literal(String json) {
    return Optional.of(new Given(json(json), "spec.variables", false, false));
  }

  private static Optional<Given> secret(String text) {
    return Optional.of(new Given(Value.text(text), "Secret 'db', key 'port'", true, true));
  }

  private void declare(String name, String type, Optional<Given> given, Optional<Value> standIn) {
    declared.add(
        new VariableDeclaration(
            name, Optional.of(type), given, standIn, true, false, false, List.of()));
  }

  private void declareValid(String name, Optional<Given> given, String condition, String message) {
    var rule = new StackDeclaration.CheckRule(Value.text(condition), Value.text(message));
    declared.add(
        new VariableDeclaration(
            name, Optional.empty(), given, Optional.empty(), true, false, false, List.of(rule)));
  }

  private VariableLoader.Loaded load() {
    return new VariableLoader(new CelExpressions(), VariableLoaderTest::read)
        .load(declared, new TreeSet<>());
  }

  private Value value(String name) {
    var loaded = load();
    assertThat(loaded.problems()).isEmpty();
    return Objects.requireNonNull(loaded.values().get(name));
  }

  private String problem() {
    var problems = load().problems();
    assertThat(problems).hasSize(1);
    return problems.getFirst().subject() + ": " + problems.getFirst().detail();
  }

  @Test
  @Tag("R-VAL-1")
  void givenValue_isConvertedToItsType() {
    declare("ports", "list(number)", literal("[\"80\", 443]"), Optional.empty());

    assertThat(value("ports"))
        .isEqualTo(Value.list(Types.NUMBER, List.of(Value.number(80), Value.number(443))));
  }

  @Test
  @Tag("R-VAL-1")
  void givenValue_goesBeforeTheDefault() {
    declare("a", "string", literal("\"given\""), Optional.of(Value.text("default")));
    declare("b", "string", Optional.empty(), Optional.of(Value.text("default")));

    assertThat(value("a")).isEqualTo(Value.text("given"));
    assertThat(value("b")).isEqualTo(Value.text("default"));
  }

  @Test
  @Tag("R-VAL-1")
  void neitherValueNorDefault_isAnError() {
    declare("a", "string", Optional.empty(), Optional.empty());

    assertThat(problem())
        .isEqualTo(
            "variable.a: It has neither value nor valueFrom, and no default. Give one of them.");
    assertThat(load().missing()).containsExactly("a");
    assertThat(load().values().get("a")).isEqualTo(Value.unknown(Types.STRING));
  }

  @Test
  @Tag("R-VAL-1")
  void null_isAValueUnlessItIsNotNullable() {
    declare("a", "string", literal("null"), Optional.of(Value.text("default")));
    declared.add(
        new VariableDeclaration(
            "b",
            Optional.of("string"),
            literal("null"),
            Optional.of(Value.text("default")),
            false,
            false,
            false,
            List.of()));

    assertThat(value("a")).isEqualTo(Value.nothing(Types.STRING));
    assertThat(value("b")).isEqualTo(Value.text("default"));
  }

  @Test
  @Tag("R-VAL-1")
  void nullWithoutDefault_isAnErrorWhereItIsNotNullable() {
    declared.add(
        new VariableDeclaration(
            "b",
            Optional.of("string"),
            literal("null"),
            Optional.empty(),
            false,
            false,
            false,
            List.of()));

    assertThat(problem()).contains("given as null", "not nullable");
  }

  @Test
  @Tag("R-VAL-1")
  void attributesThatAreLeftOut_getTheirDefaults() {
    declare(
        "servers",
        """
        map(object({
          name = string
          size = optional(number, 3)
          tags = optional(list(string), ["a", "b"]),
          note = optional(string)
        }))\
        """,
        literal("{\"eu\": {\"name\": \"web\"}, \"us\": {\"name\": \"api\", \"size\": \"5\"}}"),
        Optional.empty());

    assertThat(JsonValues.write(value("servers")).toString())
        .isEqualTo(
            "{\"eu\":{\"name\":\"web\",\"note\":null,\"size\":3,\"tags\":[\"a\",\"b\"]},"
                + "\"us\":{\"name\":\"api\",\"note\":null,\"size\":5,\"tags\":[\"a\",\"b\"]}}");
  }

  @Test
  @Tag("R-VAL-1")
  void wrongValue_isToldWithItsOriginAndWithoutTheValue() {
    declare("port", "number", secret("hunter2"), Optional.empty());

    assertThat(problem())
        .startsWith("variable.port: The value (from Secret 'db', key 'port') is not number:")
        .doesNotContain("hunter2");
  }

  @Test
  @Tag("R-VAL-1")
  void missingAttribute_isToldByName() {
    declare("server", "object({name = string})", literal("{}"), Optional.empty());

    assertThat(problem()).contains("is not object", "name");
  }

  @Test
  void textOfASecret_isReadAsJsonWhereTheTypeHasParts() {
    declare("ports", "list(number)", secret("[80]"), Optional.empty());
    declare("port", "number", secret("80"), Optional.empty());

    assertThat(value("ports"))
        .isEqualTo(
            Value.list(Types.NUMBER, List.of(Value.number(80)))
                .withMarks(Marks.secret("variable.ports")));
    assertThat(value("port").unmark().value()).isEqualTo(Value.number(80));
  }

  @Test
  void textThatIsNoJson_isToldWithoutTheText() {
    declare("ports", "list(number)", secret("hunter2"), Optional.empty());

    assertThat(problem()).contains("the text is no JSON").doesNotContain("hunter2");
  }

  @Test
  @Tag("R-SENS-1")
  void sensitiveVariable_isMarked() {
    declared.add(
        new VariableDeclaration(
            "a", Optional.empty(), literal("1"), Optional.empty(), true, true, false, List.of()));

    assertThat(value("a")).isEqualTo(Value.number(1).withMarks(Marks.sensitive("variable.a")));
  }

  @Test
  @Tag("R-WO-3")
  void ephemeralVariable_isMarkedAlsoWhereItIsTheDefaultAndWhereItIsASecret() {
    declared.add(
        new VariableDeclaration(
            "a",
            Optional.empty(),
            Optional.empty(),
            Optional.of(Value.text("x")),
            true,
            false,
            true,
            List.of()));
    declared.add(
        new VariableDeclaration(
            "b", Optional.empty(), secret("hush"), Optional.empty(), true, false, true, List.of()));

    assertThat(value("a")).isEqualTo(Value.text("x").withMarks(Marks.ephemeral("variable.a")));
    assertThat(value("b").marks())
        .containsExactly(new Mark.Secret("variable.b"), new Mark.Ephemeral("variable.b"));
  }

  @Test
  void wrongType_isToldWithWhatIsPossible() {
    declare("a", "strin", literal("1"), Optional.empty());
    assertThat(problem()).contains("'strin' is no type; there are string, number");

    declared.clear();
    declare("a", "list(string", literal("1"), Optional.empty());
    assertThat(problem()).contains("')' is missing at the end of 'list(string'");

    declared.clear();
    declare("a", "object({n = optional(number, \"x\")})", literal("{}"), Optional.empty());
    assertThat(problem()).contains("'\"x\"' is no value of the type number");
  }

  @Test
  @Tag("R-COND-11")
  @Tag("R-VAL-2")
  void validation_judgesTheConvertedValue() {
    declareValid("size", literal("7"), "${variable.size <= 5}", "At most 5, not ${variable.size}.");

    assertThat(problem())
        .isEqualTo("variable.size: At most 5, not 7. (The value is from spec.variables.)");
    assertThat(load().missing()).containsExactly("size");
  }

  @Test
  @Tag("R-COND-11")
  void validationThatHolds_saysNothing() {
    declareValid("size", literal("3"), "${variable.size <= 5}", "At most 5.");

    assertThat(value("size")).isEqualTo(Value.number(3));
  }

  @Test
  @Tag("R-COND-4")
  void messageWithASecret_isNotShown() {
    declareValid(
        "word", secret("hunter2"), "${size(variable.word) > 10}", "${variable.word} is too short.");

    var problems = load().problems();
    assertThat(problems).hasSize(2);
    assertThat(problems.toString()).doesNotContain("hunter2").contains("sensitive value");
  }

  @Test
  @Tag("R-VAL-2")
  void validationOverAVariableWithoutValue_isLeftOut() {
    declare("a", "number", Optional.empty(), Optional.empty());
    declareValid("b", literal("3"), "${variable.b <= variable.a}", "Never told.");

    assertThat(problem()).startsWith("variable.a");
  }

  @Test
  void validationOverResources_isAnError() {
    declareValid("b", literal("3"), "${server.web.size == variable.b}", "Never told.");

    assertThat(problem()).contains("Only variables can be used here");
  }
}
