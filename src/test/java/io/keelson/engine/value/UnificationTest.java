package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnificationTest {
  private static final Type STRINGS = Type.list(Types.STRING);

  record Row(List<Type> types, Optional<Type> common) {}

  static List<Row> table() {
    return List.of(
        new Row(List.of(), Optional.of(Types.DYNAMIC)),
        new Row(List.of(Types.NUMBER, Types.STRING), Optional.of(Types.STRING)),
        new Row(List.of(Types.NUMBER, Types.BOOL), Optional.empty()),
        new Row(List.of(Types.NUMBER, Types.DYNAMIC), Optional.of(Types.NUMBER)),
        new Row(List.of(Types.STRING, STRINGS), Optional.empty()),
        new Row(List.of(Type.list(Types.NUMBER), Type.set(Types.STRING)), Optional.of(STRINGS)),
        new Row(
            List.of(Type.tuple(List.of(Types.NUMBER)), Type.tuple(List.of(Types.STRING))),
            Optional.of(Type.tuple(List.of(Types.STRING)))),
        new Row(
            List.of(Type.tuple(List.of()), Type.tuple(List.of(Types.STRING))),
            Optional.of(STRINGS)),
        new Row(
            List.of(Type.object(Map.of("a", Types.NUMBER)), Type.object(Map.of("a", Types.STRING))),
            Optional.of(Type.object(Map.of("a", Types.STRING)))),
        new Row(
            List.of(Type.object(Map.of("a", Types.NUMBER)), Type.object(Map.of("b", Types.NUMBER))),
            Optional.of(Type.map(Types.NUMBER))),
        new Row(
            List.of(Type.map(Types.NUMBER), Type.object(Map.of("b", Types.STRING))),
            Optional.of(Type.map(Types.STRING))),
        new Row(List.of(Type.map(Types.NUMBER), STRINGS), Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("table")
  void types_haveTheCommonOneOfTheTable(Row row) {
    assertThat(Unification.unify(row.types())).isEqualTo(row.common());
  }

  @Provide
  Arbitrary<Type> types() {
    return ValueArbitraries.types(2);
  }

  @Property
  void unification_doesNotDependOnTheOrder(@ForAll("types") Type one, @ForAll("types") Type two) {
    assertThat(Unification.unify(List.of(one, two)))
        .isEqualTo(Unification.unify(List.of(two, one)));
    assertThat(Unification.unify(List.of(one, one))).contains(one);
  }
}
