package io.keelson.engine.object;

import static io.keelson.testing.Attributes.writeOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProposedNewStateTest {
  private static final Value NULL_TEXT = Value.nothing(Types.STRING);

  private static Attribute text(Presence presence) {
    return Attribute.of(Types.STRING, presence);
  }

  private static Schema attribute(String name, Attribute attribute) {
    return Schema.of(0, new TreeMap<>(Map.of(name, attribute)));
  }

  /// An `n` the user sets and an `id` the provider gives.
  private static Block element() {
    return new Block(
        new TreeMap<>(Map.of("n", text(Presence.OPTIONAL), "id", text(Presence.COMPUTED))),
        new TreeMap<>());
  }

  private static Schema blocks(Nesting nesting) {
    var nested = new NestedBlock(nesting, element(), 0, 0);
    return new Schema(0, new Block(new TreeMap<>(), new TreeMap<>(Map.of("b", nested))));
  }

  private static Attribute nested(Nesting nesting, Presence presence) {
    return new Attribute(new Shape.Nested(nesting, element().attributes()), presence, false, false);
  }

  private static Value element(Value n, Value id) {
    return Value.object(Map.of("n", n, "id", id));
  }

  private static Value known(String n, String id) {
    return element(Value.text(n), Value.text(id));
  }

  private static Value written(String n) {
    return element(Value.text(n), NULL_TEXT);
  }

  private static Value list(Value... elements) {
    return Value.list(element().type(), List.of(elements));
  }

  private static Value set(Value... elements) {
    return Value.set(element().type(), List.of(elements));
  }

  private static Value object(String name, Value value) {
    return Value.object(Map.of(name, value));
  }

  @Test
  @Tag("R-MERGE-1")
  void nothingAndNothing_isNothing() {
    var schema = attribute("z", text(Presence.OPTIONAL));
    var nothing = Value.nothing(schema.type());

    assertThat(ProposedNewState.of(schema, nothing, nothing)).isEqualTo(nothing);
  }

  @Test
  @Tag("R-MERGE-2")
  void configurationThatIsNullOrUnknown_givesThePriorState() {
    var schema = attribute("z", text(Presence.OPTIONAL));
    var prior = object("z", Value.text("p"));

    assertThat(ProposedNewState.of(schema, prior, Value.nothing(schema.type()))).isSameAs(prior);
    assertThat(ProposedNewState.of(schema, prior, Value.unknown(schema.type()))).isSameAs(prior);
  }

  @Test
  @Tag("R-MERGE-3")
  @Tag("AC-01")
  void ac01_removedOptionalComputedAttribute_keepsItsLastValue() {
    var schema = attribute("z", text(Presence.OPTIONAL_COMPUTED));
    var prior = object("z", Value.text("p"));

    assertThat(ProposedNewState.of(schema, prior, object("z", NULL_TEXT))).isSameAs(prior);
  }

  @Test
  @Tag("R-MERGE-3")
  @Tag("AC-02")
  void ac02_removedOptionalAttribute_becomesNull() {
    var schema = attribute("o", text(Presence.OPTIONAL));

    assertThat(ProposedNewState.of(schema, object("o", Value.text("p")), object("o", NULL_TEXT)))
        .isEqualTo(object("o", NULL_TEXT));
  }

  @Test
  @Tag("R-MERGE-5")
  @Tag("AC-03")
  void ac03_listElements_mergeByIndexEvenIfTheyShift() {
    var schema = blocks(Nesting.LIST);
    var prior = object("b", list(known("A", "idA"), known("B", "idB")));

    assertThat(ProposedNewState.of(schema, prior, object("b", list(written("B")))))
        .isEqualTo(object("b", list(known("B", "idA"))));
  }

  @Test
  @Tag("R-MERGE-6")
  @Tag("AC-04")
  void ac04_setElements_mergeWithThePriorOneThatFits() {
    var schema = blocks(Nesting.SET);
    var prior = object("b", set(known("1", "i1"), known("2", "i2")));

    assertThat(ProposedNewState.of(schema, prior, object("b", set(written("2"), written("3")))))
        .isEqualTo(object("b", set(known("2", "i2"), written("3"))));
  }

  @Test
  @Tag("R-MERGE-3")
  @Tag("AC-05")
  void ac05_removedNestedObjectThatWasConfigured_becomesNull() {
    var schema = attribute("o", nested(Nesting.SINGLE, Presence.OPTIONAL_COMPUTED));
    var none = object("o", Value.nothing(element().type()));

    assertThat(ProposedNewState.of(schema, object("o", known("1", "i1")), none)).isEqualTo(none);
  }

  @Test
  @Tag("R-MERGE-3")
  void removedNestedObjectThatOnlyTheProviderFilled_isKept() {
    var schema = attribute("o", nested(Nesting.SINGLE, Presence.OPTIONAL_COMPUTED));
    var prior = object("o", element(NULL_TEXT, Value.text("i1")));

    assertThat(ProposedNewState.of(schema, prior, object("o", Value.nothing(element().type()))))
        .isSameAs(prior);
  }

  @Test
  @Tag("R-MERGE-4")
  @Tag("R-MERGE-1")
  void create_proposesNullForWhatTheProviderGives() {
    var schema = blocks(Nesting.LIST);
    var config = object("b", list(written("1")));

    assertThat(ProposedNewState.of(schema, Value.nothing(schema.type()), config)).isEqualTo(config);
  }

  @Test
  @Tag("R-MERGE-5")
  void mapElements_mergeByKey() {
    var schema = attribute("m", nested(Nesting.MAP, Presence.OPTIONAL));
    var type = element().type();
    var prior = object("m", Value.map(type, Map.of("x", known("1", "i1"), "y", known("2", "i2"))));
    var config = object("m", Value.map(type, Map.of("x", written("9"), "z", written("3"))));

    assertThat(ProposedNewState.of(schema, prior, config))
        .isEqualTo(object("m", Value.map(type, Map.of("x", known("9", "i1"), "z", written("3")))));
  }

  @Test
  @Tag("R-MERGE-5")
  void singleBlock_isMergedOrRemoved() {
    var schema = blocks(Nesting.SINGLE);
    var prior = object("b", known("1", "i1"));
    var none = object("b", Value.nothing(element().type()));

    assertThat(ProposedNewState.of(schema, prior, object("b", written("2"))))
        .isEqualTo(object("b", known("2", "i1")));
    assertThat(ProposedNewState.of(schema, prior, none)).isEqualTo(none);
    assertThat(ProposedNewState.of(schema, none, object("b", written("2"))))
        .isEqualTo(object("b", written("2")));
  }

  @Test
  @Tag("R-MERGE-5")
  void unknownBlocks_stayUnknown() {
    var schema = blocks(Nesting.LIST);
    var config = object("b", Value.unknown(list().type()));

    assertThat(ProposedNewState.of(schema, object("b", list(known("1", "i1"))), config))
        .isEqualTo(config);
  }

  @Test
  @Tag("R-MERGE-6")
  void setElementWithAnUnknownPart_matchesNoPriorOne() {
    var schema = blocks(Nesting.SET);
    var config = object("b", set(element(Value.unknown(Types.STRING), NULL_TEXT)));

    assertThat(ProposedNewState.of(schema, object("b", set(known("1", "i1"))), config))
        .isEqualTo(config);
  }

  @Test
  @Tag("R-MERGE-6")
  void priorSetElement_isTakenOnce() {
    var schema =
        attribute(
            "s",
            new Attribute(
                new Shape.Nested(
                    Nesting.SET,
                    new TreeMap<>(
                        Map.of(
                            "n", text(Presence.OPTIONAL),
                            "id", text(Presence.OPTIONAL_COMPUTED)))),
                Presence.OPTIONAL,
                false,
                false));
    var prior = object("s", set(known("1", "i1")));
    var config = object("s", set(written("1"), known("1", "mine")));

    assertThat(ProposedNewState.of(schema, prior, config))
        .isEqualTo(object("s", set(known("1", "i1"), known("1", "mine"))));
  }

  @Test
  @Tag("R-MERGE-8")
  void unseenObject_isUnknownWhereTheProviderDecides() {
    var schema = blocks(Nesting.LIST);

    assertThat(
            ProposedNewState.of(
                schema, Value.unknown(schema.type()), object("b", list(written("1")))))
        .isEqualTo(object("b", list(element(Value.text("1"), Value.unknown(Types.STRING)))));
  }

  @Test
  @Tag("R-WO-1")
  void writeOnlyAttribute_isNeverProposed() {
    var schema = attribute("w", writeOnly(text(Presence.OPTIONAL)));

    assertThat(
            ProposedNewState.of(
                schema, Value.nothing(schema.type()), object("w", Value.text("secret"))))
        .isEqualTo(object("w", NULL_TEXT));
  }

  @Test
  void nothingDifferent_isThePriorInstanceItself() {
    var schema = blocks(Nesting.SET);
    var prior = object("b", set(known("1", "i1"), known("2", "i2")));
    var config = object("b", set(written("2"), written("1")));

    assertThat(ProposedNewState.of(schema, prior, config)).isSameAs(prior);
  }
}
