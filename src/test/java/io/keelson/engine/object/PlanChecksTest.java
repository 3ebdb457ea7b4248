package io.keelson.engine.object;

import static io.keelson.testing.Attributes.writeOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlanChecksTest {
  private static final Subject SUBJECT = Subject.of(InstanceAddress.parse("server.web[\"eu\"]"));
  private static final Value NULL = Value.nothing(Types.STRING);
  private static final Value UNKNOWN = Value.unknown(Types.STRING);
  private static final Value A = Value.text("a");
  private static final Value B = Value.text("b");
  private static final Value C = Value.text("c");

  private static Schema one(Attribute attribute) {
    return Schema.of(0, new TreeMap<>(Map.of("x", attribute)));
  }

  private static Schema plain(Presence presence) {
    return one(Attribute.of(Types.STRING, presence));
  }

  private static Schema nestedAttribute(Nesting nesting) {
    return one(
        new Attribute(
            new Shape.Nested(nesting, inner().attributes()), Presence.OPTIONAL, false, false));
  }

  private static Schema nestedBlock(Nesting nesting) {
    var nested = new NestedBlock(nesting, inner(), 0, 0);
    return new Schema(0, new Block(new TreeMap<>(), new TreeMap<>(Map.of("x", nested))));
  }

  private static Block inner() {
    return new Block(
        new TreeMap<>(Map.of("n", Attribute.of(Types.STRING, Presence.OPTIONAL))), new TreeMap<>());
  }

  private static Value x(Value value) {
    return Value.object(Map.of("x", value));
  }

  private static Value n(Value value) {
    return Value.object(Map.of("n", value));
  }

  private static Value list(Value... elements) {
    return Value.list(inner().type(), List.of(elements));
  }

  private static Value set(Value... elements) {
    return Value.set(inner().type(), List.of(elements));
  }

  private static Value map(Map<String, Value> elements) {
    return Value.map(inner().type(), elements);
  }

  private static List<String> paths(Schema schema, Value prior, Value config, Value planned) {
    return PlanChecks.check(schema, SUBJECT, "cloud", x(prior), x(config), x(planned)).stream()
        .map(problem -> problem.path().toString())
        .toList();
  }

  @Test
  @Tag("R-CHK-37")
  @Tag("AC-06")
  void ac06_configuredValuePlannedAsAnother_isTheProvidersFault() {
    var schema = plain(Presence.OPTIONAL);

    var problems = PlanChecks.check(schema, SUBJECT, "cloud", x(B), x(A), x(C));

    assertThat(problems)
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(problem.subject()).isEqualTo(SUBJECT);
          assertThat(problem.path()).isEqualTo(AttributePath.of("x"));
          assertThat(problem.detail()).contains("\"cloud\"", "bug of the provider");
        });
  }

  @Test
  @Tag("R-CHK-22")
  void messages_neverHoldValues() {
    var secret = Value.text("hunter2");

    assertThat(PlanChecks.check(plain(Presence.OPTIONAL), SUBJECT, "cloud", x(A), x(B), x(secret)))
        .singleElement()
        .extracting(Diagnostic::toString)
        .asString()
        .doesNotContain("hunter2");
  }

  @Test
  @Tag("R-CHK-31")
  @Tag("AC-07")
  void ac07_priorValueKeptInPlaceOfAConfiguredOne_isAllowed() {
    assertThat(paths(plain(Presence.OPTIONAL), Value.text("A"), A, Value.text("A"))).isEmpty();
    assertThat(paths(plain(Presence.OPTIONAL), A, UNKNOWN, A)).isEmpty();
  }

  @Test
  @Tag("R-CHK-30")
  @Tag("R-UNK-4")
  void configuredValue_isAllowedAndUnknownOnesAreTheSame() {
    assertThat(paths(plain(Presence.REQUIRED), B, A, A)).isEmpty();
    assertThat(paths(plain(Presence.OPTIONAL), B, UNKNOWN, Value.unknownNotNull(Types.STRING)))
        .isEmpty();
  }

  @Test
  @Tag("R-CHK-37")
  void knownConfiguration_mayNotBePlannedAsUnknown() {
    assertThat(paths(plain(Presence.OPTIONAL_COMPUTED), A, B, UNKNOWN)).containsExactly("x");
  }

  @Test
  @Tag("R-CHK-32")
  @Tag("R-CHK-33")
  void computedAttribute_isTheProvidersWhenNotConfigured() {
    assertThat(paths(plain(Presence.COMPUTED), A, NULL, UNKNOWN)).isEmpty();
    assertThat(paths(plain(Presence.OPTIONAL_COMPUTED), A, NULL, B)).isEmpty();
  }

  @Test
  @Tag("R-CHK-34")
  void valueForAnAttributeThatIsNotComputedAndNotConfigured_isWrong() {
    assertThat(paths(plain(Presence.OPTIONAL), A, NULL, A)).containsExactly("x");
  }

  @Test
  @Tag("R-CHK-35")
  void writeOnlyAttribute_isPlannedAsNull() {
    var schema = one(writeOnly(Attribute.of(Types.STRING, Presence.OPTIONAL)));

    assertThat(paths(schema, NULL, A, NULL)).isEmpty();
    assertThat(paths(schema, NULL, A, B)).containsExactly("x");
  }

  @Test
  @Tag("R-CHK-36")
  @Tag("R-CHK-38")
  void nestedAttributes_areCheckedInside() {
    var list = nestedAttribute(Nesting.LIST);
    assertThat(paths(list, list(), list(n(A), n(A)), list(n(A), n(B)))).containsExactly("x[1].n");
    assertThat(paths(list, list(), list(n(A)), list(n(A), n(A)))).containsExactly("x");
    assertThat(paths(list, list(), list(n(A)), Value.unknown(list().type()))).containsExactly("x");

    var map = nestedAttribute(Nesting.MAP);
    assertThat(paths(map, map(Map.of()), map(Map.of("k", n(A))), map(Map.of("l", n(A)))))
        .containsExactlyInAnyOrder("x[\"k\"]", "x[\"l\"]");

    var single = nestedAttribute(Nesting.SINGLE);
    assertThat(paths(single, n(NULL), n(A), n(B))).containsExactly("x.n");
    assertThat(paths(single, n(A), n(A), Value.nothing(inner().type()))).containsExactly("x");
  }

  @Test
  @Tag("R-CHK-38")
  void nestedSets_areOnlyCounted() {
    var schema = nestedAttribute(Nesting.SET);

    assertThat(paths(schema, set(), set(n(A), n(B)), set(n(A), n(C)))).isEmpty();
    assertThat(paths(schema, set(), set(n(A), n(B)), set(n(A)))).containsExactly("x");
    assertThat(paths(schema, set(), set(n(A)), set(n(UNKNOWN), n(UNKNOWN)))).isEmpty();
    assertThat(paths(schema, set(), set(n(A), n(B), n(C)), set(n(UNKNOWN), n(UNKNOWN))))
        .containsExactly("x");
  }

  @Test
  @Tag("R-CHK-39")
  void nestedBlocks_mayBeUnknownOnlyInside() {
    var schema = nestedBlock(Nesting.LIST);

    assertThat(paths(schema, list(), list(n(UNKNOWN)), list(n(UNKNOWN)))).isEmpty();
    assertThat(paths(schema, list(), list(n(A)), Value.unknown(list().type())))
        .containsExactly("x");
    assertThat(paths(schema, list(), list(n(A)), list(Value.unknown(inner().type()))))
        .containsExactly("x");
    assertThat(paths(schema, list(), list(n(A)), Value.nothing(list().type())))
        .containsExactly("x");
    assertThat(paths(schema, list(), Value.unknown(list().type()), list())).containsExactly("x");
    assertThat(paths(schema, list(), list(n(A)), list(n(A), n(A)))).containsExactly("x");
    assertThat(paths(schema, list(n(B)), list(n(A)), list(n(B)))).isEmpty();
  }

  @Test
  @Tag("R-CHK-39")
  void nestedBlockSets_areTrusted() {
    var schema = nestedBlock(Nesting.SET);

    assertThat(paths(schema, set(), set(n(A)), set(n(B), n(C)))).isEmpty();
    assertThat(paths(schema, set(), set(n(A)), set(Value.unknown(inner().type()))))
        .containsExactly("x");
  }

  @Test
  @Tag("R-CHK-40")
  void nullListOfConfiguredBlocks_countsAsEmpty() {
    var none = Value.nothing(list().type());

    assertThat(paths(nestedBlock(Nesting.LIST), none, none, list())).isEmpty();
    assertThat(paths(nestedBlock(Nesting.LIST), none, none, list(n(A)))).containsExactly("x");
  }

  @Test
  void presenceOfTheWholeObject_mustBeAsConfigured() {
    var schema = plain(Presence.OPTIONAL);
    var none = Value.nothing(schema.type());

    assertThat(PlanChecks.check(schema, SUBJECT, "cloud", x(A), x(A), none)).hasSize(1);
    assertThat(PlanChecks.check(schema, SUBJECT, "cloud", x(A), none, x(A))).hasSize(1);
    assertThat(PlanChecks.check(schema, SUBJECT, "cloud", x(A), none, none)).isEmpty();
  }

  @Test
  @Tag("R-CHK-8")
  void destruction_mustBePlannedAsNull() {
    assertThat(PlanChecks.destroys(SUBJECT, "cloud", x(A))).hasSize(1);
    assertThat(PlanChecks.destroys(SUBJECT, "cloud", Value.nothing(Types.STRING))).isEmpty();
  }

  @Test
  @Tag("R-CHK-5")
  void valueOfAnotherType_isFoundAtItsPath() {
    var schema =
        one(Attribute.of(Type.list(Type.object(Map.of("p", Types.NUMBER))), Presence.COMPUTED));
    var wrong = Type.object(Map.of("p", Types.STRING));
    var value = x(Value.list(wrong, List.of(Value.object(Map.of("p", A)))));

    assertThat(PlanChecks.conforms(schema, SUBJECT, "cloud", value, schema.type()))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.path()).isEqualTo(AttributePath.parse("x[0].p"));
          assertThat(problem.detail()).contains("string instead of number");
        });
  }

  @Test
  @Tag("R-CHK-5")
  void missingOrFurtherAttribute_isFound() {
    var schema = plain(Presence.OPTIONAL);

    assertThat(PlanChecks.conforms(schema, SUBJECT, "cloud", Value.object(Map.of()), schema.type()))
        .hasSize(1);
    assertThat(
            PlanChecks.conforms(
                schema, SUBJECT, "cloud", Value.object(Map.of("x", A, "y", A)), schema.type()))
        .extracting(problem -> problem.path().toString())
        .containsExactly("y");
  }

  @Test
  @Tag("R-WO-1")
  void writeOnlyValue_isNeverPartOfAnAnswer() {
    var writeOnly = writeOnly(Attribute.of(Types.STRING, Presence.OPTIONAL));
    var inner = new Shape.Nested(Nesting.LIST, new TreeMap<>(Map.of("n", writeOnly)));
    var nested = one(new Attribute(inner, Presence.OPTIONAL, false, false));

    assertThat(PlanChecks.conforms(one(writeOnly), SUBJECT, "cloud", x(A), one(writeOnly).type()))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(problem.path()).isEqualTo(AttributePath.of("x"));
        });
    assertThat(
            PlanChecks.conforms(one(writeOnly), SUBJECT, "cloud", x(NULL), one(writeOnly).type()))
        .isEmpty();
    assertThat(PlanChecks.conforms(nested, SUBJECT, "cloud", x(list(n(NULL), n(A))), nested.type()))
        .extracting(problem -> problem.path().toString())
        .containsExactly("x[1].n");
  }

  @Test
  @Tag("R-CHK-5")
  void dynamicPart_mayHaveAnyType() {
    var schema = one(Attribute.of(Types.DYNAMIC, Presence.OPTIONAL));
    var value = x(Value.tuple(List.of(A, Value.number(1))));

    assertThat(PlanChecks.conforms(schema, SUBJECT, "cloud", value, schema.type())).isEmpty();
  }
}
