package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Types and values with a hundred levels, each ten times the one below: a hundred objects that
/// nobody could walk as trees before the end of the world. A test that walks one does not end.
final class SharedPartsTest {
  private static final int LEVELS = Depth.MOST;

  private static Type tuples(Type bottom) {
    return levels(bottom, below -> Type.tuple(Collections.nCopies(10, below)));
  }

  private static Type objects(Type bottom) {
    return levels(
        bottom, below -> Type.object(Map.of("a", below, "b", Type.list(below), "c", below)));
  }

  private static Value values(Value bottom) {
    return levels(
        bottom,
        below -> Value.tuple(List.of(below, Value.object(Map.of("a", below, "b", below)), below)));
  }

  private static <T> T levels(T bottom, UnaryOperator<T> around) {
    var made = bottom;
    for (int i = 0; i < LEVELS / 2; i++) made = around.apply(made);
    return made;
  }

  @Test
  void typesThatAreMadeTwice_areEqual() {
    assertThat(tuples(Types.STRING))
        .isEqualTo(tuples(Types.STRING))
        .hasSameHashCodeAs(tuples(Types.STRING))
        .isNotEqualTo(tuples(Types.NUMBER));
    assertThat(objects(Types.STRING))
        .isEqualTo(objects(Types.STRING))
        .isNotEqualTo(objects(Types.NUMBER));
  }

  @Test
  void valuesThatAreMadeTwice_areEqual() {
    assertThat(values(Value.text("a")).equals(values(Value.text("a")))).isTrue();
    assertThat(values(Value.text("a")).equals(values(Value.text("b")))).isFalse();
  }

  @Test
  void dynamicPart_isFound() {
    assertThat(tuples(Types.DYNAMIC).hasDynamic()).isTrue();
    assertThat(tuples(Types.STRING).hasDynamic()).isFalse();
  }

  @Test
  void text_endsWhereNobodyReadsOn() {
    assertThat(tuples(Types.STRING).toString())
        .startsWith("tuple(tuple(")
        .contains("string, string…)")
        .hasSizeLessThan(11_000);
    assertThat(objects(Types.STRING).toString()).hasSizeLessThan(11_000);
    assertThat(tuples(Types.STRING).outline()).isEqualTo("tuple");
  }

  @Test
  void commonType_isFoundPartByPart() {
    assertThat(Unification.unify(List.of(tuples(Types.NUMBER), tuples(Types.STRING))))
        .contains(tuples(Types.STRING));
    assertThat(Unification.unify(List.of(objects(Types.NUMBER), objects(Types.STRING))))
        .contains(objects(Types.STRING));
  }
}
