package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CompatibilityTest {
  private static final Subject SUBJECT = Subject.of(InstanceAddress.parse("server.web"));
  private static final Value NULL = Value.nothing(Types.STRING);
  private static final Value UNKNOWN = Value.unknown(Types.STRING);
  private static final Value A = Value.text("a");
  private static final Value B = Value.text("b");

  private static Schema one(Attribute attribute) {
    return Schema.of(0, new TreeMap<>(Map.of("x", attribute)));
  }

  private static Schema blocks(Nesting nesting) {
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

  private static List<String> paths(Schema schema, Value planned, Value actual) {
    return Compatibility.check(schema, SUBJECT, "cloud", x(planned), x(actual)).stream()
        .map(problem -> problem.path().toString())
        .toList();
  }

  private static List<String> paths(Value planned, Value actual) {
    return paths(one(Attribute.of(Types.DYNAMIC, Presence.OPTIONAL_COMPUTED)), planned, actual);
  }

  private static Value texts(Value... elements) {
    return Value.list(Types.STRING, List.of(elements));
  }

  private static Value set(Value... elements) {
    return Value.set(Types.STRING, List.of(elements));
  }

  @Test
  @Tag("R-CHK-50")
  @Tag("R-CHK-63")
  void plannedNull_mayNotBeFilledLater() {
    assertThat(paths(NULL, A)).containsExactly("x");
    assertThat(paths(A, NULL)).containsExactly("x");
    assertThat(paths(NULL, NULL)).isEmpty();
  }

  @Test
  @Tag("R-CHK-50")
  void wholeObject_mayNotComeOrGo() {
    var schema = one(Attribute.of(Types.STRING, Presence.OPTIONAL));
    var none = Value.nothing(schema.type());

    assertThat(Compatibility.check(schema, SUBJECT, "cloud", x(A), none)).hasSize(1);
    assertThat(Compatibility.check(schema, SUBJECT, "cloud", none, x(A))).hasSize(1);
    assertThat(Compatibility.check(schema, SUBJECT, "cloud", none, none)).isEmpty();
  }

  @Test
  @Tag("R-CHK-51")
  void anotherType_isOneErrorAtItsPath() {
    assertThat(paths(UNKNOWN, Value.number(1))).containsExactly("x");
    assertThat(paths(texts(A), Value.tuple(List.of(A)))).containsExactly("x");
    assertThat(paths(Value.unknown(Types.DYNAMIC), Value.number(1))).isEmpty();
  }

  @Test
  @Tag("R-CHK-52")
  @Tag("R-CHK-64")
  @Tag("R-UNK-4")
  void unknown_mayBecomeAnythingItsPromisesAllow() {
    assertThat(paths(UNKNOWN, A)).isEmpty();
    assertThat(paths(UNKNOWN, NULL)).isEmpty();
    assertThat(paths(UNKNOWN, UNKNOWN)).isEmpty();
    assertThat(paths(Value.unknownNotNull(Types.STRING), NULL)).containsExactly("x");
  }

  @Test
  @Tag("R-CHK-53")
  @Tag("R-CHK-54")
  void known_mayNotChangeOrBecomeUnknown() {
    assertThat(paths(A, UNKNOWN)).containsExactly("x");
    assertThat(paths(A, B)).containsExactly("x");
    assertThat(paths(A, A)).isEmpty();
  }

  @Test
  @Tag("R-CHK-54")
  void numberThatCameThroughADouble_isTheSame() {
    assertThat(
            paths(
                Value.number(new BigDecimal("0.1")),
                Value.number(
                    new BigDecimal("0.1000000000000000055511151231257827021181583404541015625"))))
        .isEmpty();
  }

  @Test
  @Tag("R-CHK-55")
  @Tag("R-CHK-56")
  void parts_areCheckedOneByOne() {
    assertThat(paths(texts(A, UNKNOWN), texts(A, B))).isEmpty();
    assertThat(paths(texts(A, B), texts(B, B))).containsExactly("x[0]");
    assertThat(paths(texts(A, B), texts(A))).containsExactly("x[1]");
    assertThat(paths(texts(A), texts(A, B))).containsExactly("x[1]");
    assertThat(
            paths(
                Value.map(Types.STRING, Map.of("k", A, "l", A)),
                Value.map(Types.STRING, Map.of("k", B, "m", A))))
        .containsExactlyInAnyOrder("x[\"k\"]", "x[\"l\"]", "x[\"m\"]");
    assertThat(paths(n(A), n(B))).containsExactly("x.n");
  }

  @Test
  @Tag("R-CHK-57")
  void sets_mayShrinkButNotGrowOrSwapElements() {
    assertThat(paths(set(A, UNKNOWN), set(A))).isEmpty();
    assertThat(paths(set(A, UNKNOWN), set(A, B))).isEmpty();
    assertThat(paths(set(A), set(B))).contains("x");
    assertThat(paths(set(A), set(A, B))).containsExactly("x");
    assertThat(paths(set(UNKNOWN), set(A, B))).containsExactly("x");
  }

  @Test
  @Tag("R-CHK-58")
  void blockLists_keepTheirNumber() {
    var schema = blocks(Nesting.LIST);
    var type = inner().type();
    var one = Value.list(type, List.of(n(UNKNOWN)));
    var two = Value.list(type, List.of(n(A), n(B)));

    assertThat(paths(schema, one, Value.list(type, List.of(n(A))))).isEmpty();
    assertThat(paths(schema, one, two)).containsExactly("x");
    assertThat(paths(schema, Value.unknown(Type.list(type)), two)).isEmpty();
  }

  @Test
  @Tag("R-CHK-59")
  void blockMaps_keepTheirKeys() {
    var schema = blocks(Nesting.MAP);
    var type = inner().type();

    assertThat(
            paths(schema, Value.map(type, Map.of("k", n(A))), Value.map(type, Map.of("l", n(A)))))
        .containsExactly("x");
    assertThat(
            paths(schema, Value.map(type, Map.of("k", n(A))), Value.map(type, Map.of("k", n(B)))))
        .containsExactly("x[\"k\"].n");
  }

  @Test
  @Tag("R-CHK-60")
  void blockSets_areComparedLikeSets() {
    var schema = blocks(Nesting.SET);
    var type = inner().type();

    assertThat(paths(schema, Value.set(type, List.of(n(UNKNOWN))), Value.set(type, List.of(n(A)))))
        .isEmpty();
    assertThat(paths(schema, Value.set(type, List.of(n(A))), Value.set(type, List.of(n(B)))))
        .contains("x");
  }

  @Test
  @Tag("R-CHK-61")
  void unknownSingleBlock_mayTurnOutToBeNone() {
    var type = inner().type();

    assertThat(paths(blocks(Nesting.SINGLE), Value.unknown(type), Value.nothing(type))).isEmpty();
    assertThat(paths(blocks(Nesting.SINGLE), Value.unknown(type), n(A))).isEmpty();
  }

  @Test
  @Tag("R-CHK-62")
  void sensitiveAttribute_isOneVagueError() {
    var schema =
        one(Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL_COMPUTED).asSensitive());
    var planned = Value.map(Types.STRING, Map.of("key1", A, "key2", A));
    var actual = Value.map(Types.STRING, Map.of("key1", B, "key2", B));

    assertThat(Compatibility.check(schema, SUBJECT, "cloud", x(planned), x(actual)))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.path().toString()).isEqualTo("x");
          assertThat(problem.detail()).contains("sensitive").doesNotContain("key1");
        });
  }

  @Test
  @Tag("R-SENS-11")
  void typesThatDiffer_areToldWithoutNames() {
    var schema = one(Attribute.of(Types.DYNAMIC, Presence.OPTIONAL_COMPUTED));
    var planned = Value.unknown(Type.object(Map.of("D8Q2M", Types.STRING)));
    assertThat(Compatibility.check(schema, SUBJECT, "cloud", x(planned), x(n(A))))
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.detail())
                .contains(
                    "wrong at x: the parts of this object have other names or types than expected")
                .doesNotContain("D8Q2M"));
    assertThat(Compatibility.check(schema, SUBJECT, "cloud", x(planned), x(A)))
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.detail()).contains("it is of type string instead of object."));
  }
}
