package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.address.AttributePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sets, marks and paths.
class ValuePartsTest {
  private static final Value A = Value.text("a");
  private static final Value B = Value.text("b");
  private static final Value UNKNOWN = Value.unknown(Types.STRING);
  private static final SortedSet<Mark> SECRET = Marks.sensitive("variable.s");

  @Provide
  Arbitrary<List<Value>> elements() {
    return ValueArbitraries.known(Types.NUMBER).list().ofMaxSize(6);
  }

  @Property
  void set_doesNotDependOnOrderOrRepetition(@ForAll("elements") List<Value> elements) {
    var set = Value.set(Types.NUMBER, elements);
    var reversed = new ArrayList<>(elements);
    Collections.reverse(reversed);
    reversed.addAll(elements);

    assertThat(Value.set(Types.NUMBER, reversed)).isEqualTo(set);
    assertThat(set.elements()).doesNotHaveDuplicates().isSortedAccordingTo(Value.ORDER);
    assertThat(set.elements()).containsAll(elements);
  }

  @Test
  @Tag("R-UNK-2")
  void unknownElementsOfASet_doNotCollapse() {
    var set = Value.set(Types.STRING, List.of(UNKNOWN, A, UNKNOWN, A));

    assertThat(set.elements()).containsExactly(A, UNKNOWN, UNKNOWN);
    assertThat(set.whollyKnown()).isFalse();
  }

  @Test
  @Tag("R-SENS-3")
  void marksOfElements_liftToTheSet() {
    var set = Value.set(Types.STRING, List.of(A.mark(SECRET), B));

    assertThat(set.marks()).isEqualTo(SECRET);
    assertThat(set.elements()).containsExactly(A, B);
  }

  @Provide
  Arbitrary<Value> values() {
    return ValueArbitraries.any();
  }

  @Property
  @net.jqwik.api.Tag("R-SENS-3")
  void marks_areTakenOffAndPutBack(@ForAll("values") Value value) {
    var marked = value.mark(SECRET);
    var unmarked = marked.unmark();

    assertThat(unmarked.value().marked()).isFalse();
    assertThat(unmarked.value()).isEqualTo(value);
    assertThat(unmarked.remark(unmarked.value())).isEqualTo(marked);
  }

  @Test
  @Tag("R-SENS-3")
  void marksDeepInside_comeBackAtTheirPaths() {
    var value = Value.object(Map.of("a", Value.tuple(List.of(A, B.mark(SECRET))), "b", A));
    var unmarked = value.unmark();

    assertThat(unmarked.marks())
        .isEqualTo(new TreeMap<>(Map.of(AttributePath.parse("a[1]"), SECRET)));
    assertThat(unmarked.remark(unmarked.value())).isEqualTo(value);
    assertThat(value.marks()).isEmpty();
    assertThat(value.marked()).isTrue();
    assertThat(value.allMarks()).isEqualTo(SECRET);
  }

  @Test
  @Tag("R-SENS-3")
  void pathThatLeadsNowhereNow_marksTheNearestAbove() {
    var unmarked = Value.object(Map.of("a", Value.tuple(List.of(A.mark(SECRET))))).unmark();
    var other = Value.object(Map.of("a", Value.nothing(Types.DYNAMIC)));

    assertThat(unmarked.remark(other))
        .isEqualTo(Value.object(Map.of("a", Value.nothing(Types.DYNAMIC).mark(SECRET))));
  }

  @Test
  void markedTree_isNotUnmarked() {
    assertThatThrownBy(() -> Unmarked.plain(Value.tuple(List.of(A.mark(SECRET)))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void path_leadsThroughObjectsMapsAndLists() {
    var value =
        Value.object(
            Map.of("m", Value.map(Types.STRING, Map.of("k", A)), "l", Value.tuple(List.of(A, B))));

    assertThat(value.at(AttributePath.ROOT)).contains(value);
    assertThat(value.at(AttributePath.parse("m[\"k\"]"))).contains(A);
    assertThat(value.at(AttributePath.parse("m.k"))).contains(A);
    assertThat(value.at(AttributePath.parse("l[1]"))).contains(B);
    assertThat(value.at(AttributePath.parse("l[2]"))).isEmpty();
    assertThat(value.at(AttributePath.parse("n"))).isEmpty();
  }

  @Test
  void pathBelowAnUnknown_isUnknownAndBelowANullNowhere() {
    var value = Value.object(Map.of("u", UNKNOWN.mark(SECRET), "n", Value.nothing(Types.DYNAMIC)));

    assertThat(value.at(AttributePath.parse("u.x")))
        .contains(Value.unknown(Types.DYNAMIC).mark(SECRET));
    assertThat(value.at(AttributePath.parse("n.x"))).isEmpty();
  }

  @Test
  void pathIntoASet_leadsNowhere() {
    assertThat(Value.set(Types.STRING, List.of(A)).at(AttributePath.parse("[0]"))).isEmpty();
  }

  @Test
  @Tag("R-SENS-2")
  void partOfAMarkedValue_isMarked() {
    var value = Value.object(Map.of("a", A)).mark(SECRET);

    assertThat(value.at(AttributePath.of("a"))).contains(A.mark(SECRET));
  }

  @Test
  void unchangedParts_keepTheObjectItself() {
    var value = Value.object(Map.of("a", A, "b", B));

    assertThat(value.mapValues((_, part) -> part)).isSameAs(value);
    assertThat(value.mapValues((name, part) -> name.equals("a") ? Value.number(1) : part))
        .isEqualTo(Value.object(Map.of("a", Value.number(1), "b", B)));
  }

  @Test
  void strings_areEqualAsPeopleReadThem() {
    assertThat(Value.text("e\u0301")).isEqualTo(Value.text("\u00e9"));
    assertThat(Value.map(Types.STRING, Map.of("e\u0301", A)).get("\u00e9")).isEqualTo(A);
  }
}
