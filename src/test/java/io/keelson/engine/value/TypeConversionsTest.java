package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TypeConversionsTest {
  private static final Value A = Value.text("a");
  private static final Value B = Value.text("b");
  private static final Value ONE = Value.number(1);

  /// One row of the table.
  record Row(Value from, Type to, Value result) {}

  static List<Row> table() {
    var strings = Type.list(Types.STRING);
    var set = Type.set(Types.STRING);
    var map = Type.map(Types.STRING);
    var object = Type.object(Map.of("k", Types.STRING));
    return List.of(
        new Row(ONE, Types.STRING, Value.text("1")),
        new Row(Value.number(new BigDecimal("1.50")), Types.STRING, Value.text("1.5")),
        new Row(
            Value.number(new BigDecimal("1e21")), Types.STRING, Value.text("1" + "0".repeat(21))),
        new Row(Value.truth(true), Types.STRING, Value.text("true")),
        new Row(Value.text("01.0"), Types.NUMBER, ONE),
        new Row(Value.text("true"), Types.BOOL, Value.truth(true)),
        new Row(Value.text("0"), Types.BOOL, Value.truth(false)),
        new Row(
            Value.tuple(List.of(A, ONE)),
            strings,
            Value.list(Types.STRING, List.of(A, Value.text("1")))),
        new Row(Value.tuple(List.of(B, A, A)), set, Value.set(Types.STRING, List.of(A, B))),
        new Row(Value.list(Types.STRING, List.of(A, A)), set, Value.set(Types.STRING, List.of(A))),
        new Row(
            Value.set(Types.STRING, List.of(B, A)),
            strings,
            Value.list(Types.STRING, List.of(A, B))),
        new Row(Value.tuple(List.of()), strings, Value.list(Types.STRING, List.of())),
        new Row(
            Value.object(Map.of("k", ONE)),
            map,
            Value.map(Types.STRING, Map.of("k", Value.text("1")))),
        new Row(Value.map(Types.STRING, Map.of("k", A)), object, Value.object(Map.of("k", A))),
        new Row(Value.object(Map.of("k", A, "more", B)), object, Value.object(Map.of("k", A))),
        new Row(
            Value.tuple(List.of(A, ONE)),
            Type.list(Types.DYNAMIC),
            Value.list(Types.STRING, List.of(A, Value.text("1")))),
        new Row(Value.nothing(Types.DYNAMIC), strings, Value.nothing(strings)),
        new Row(
            Value.unknownNotNull(Types.NUMBER), Types.STRING, Value.unknownNotNull(Types.STRING)),
        new Row(Value.unknown(Type.tuple(List.of(Types.NUMBER))), strings, Value.unknown(strings)),
        new Row(
            Value.unknown(Type.list(Types.NUMBER)),
            Type.list(Types.DYNAMIC),
            Value.unknown(Type.list(Types.NUMBER))),
        new Row(Value.unknown(Types.NUMBER), Types.DYNAMIC, Value.unknown(Types.NUMBER)));
  }

  @ParameterizedTest
  @MethodSource("table")
  void value_becomesTheOneOfTheTable(Row row) {
    assertThat(row.from().convert(row.to())).isEqualTo(new Conversion.Converted(row.result()));
  }

  /// One conversion that is not possible.
  record Refused(Value from, Type to, String path) {}

  static List<Refused> refused() {
    return List.of(
        new Refused(A, Types.NUMBER, ""),
        new Refused(Value.text("yes"), Types.BOOL, ""),
        new Refused(ONE, Types.BOOL, ""),
        new Refused(A, Type.list(Types.STRING), ""),
        new Refused(Value.object(Map.of()), Type.list(Types.STRING), ""),
        new Refused(Value.tuple(List.of(A)), Type.map(Types.STRING), ""),
        new Refused(Value.tuple(List.of(ONE, A)), Type.list(Types.NUMBER), "[1]"),
        new Refused(Value.object(Map.of("k", A)), Type.map(Types.NUMBER), "[\"k\"]"),
        new Refused(Value.object(Map.of()), Type.object(Map.of("k", Types.STRING)), ""),
        new Refused(Value.tuple(List.of(A)), Type.tuple(List.of()), ""),
        new Refused(Value.tuple(List.of(A, Value.tuple(List.of()))), Type.list(Types.DYNAMIC), ""),
        new Refused(Value.text("1e99999"), Types.NUMBER, ""),
        new Refused(Value.unknown(Types.NUMBER), Types.BOOL, ""),
        new Refused(Value.unknown(Types.STRING), Type.list(Types.STRING), ""));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void valueThatDoesNotFit_isRefusedAtItsPath(Refused row) {
    assertThat(row.from().convert(row.to()))
        .isInstanceOfSatisfying(
            Conversion.NotConvertible.class,
            problem -> assertThat(problem.path()).isEqualTo(AttributePath.parse(row.path())));
  }

  @Test
  @Tag("R-UNK-2")
  void setWithAnUnknownElement_isAListOfUnknownLength() {
    var set = Value.set(Types.STRING, List.of(A, Value.unknown(Types.STRING)));

    assertThat(set.convert(Type.list(Types.STRING)))
        .isEqualTo(new Conversion.Converted(Value.unknownNotNull(Type.list(Types.STRING))));
  }

  @Test
  @Tag("R-SENS-2")
  void marks_stayWhereTheyAre() {
    var secret = Marks.sensitive("variable.s");
    var tuple = Value.tuple(List.of(ONE.mark(secret), A));

    assertThat(tuple.convert(Type.list(Types.STRING)))
        .isEqualTo(
            new Conversion.Converted(
                Value.list(Types.STRING, List.of(Value.text("1").mark(secret), A))));
    assertThat(((Conversion.Converted) tuple.convert(Type.set(Types.STRING))).value().marks())
        .isEqualTo(secret);
  }

  @Provide
  Arbitrary<Value> values() {
    return ValueArbitraries.any();
  }

  @Property
  void value_isItselfInItsOwnType(@ForAll("values") Value value) {
    assertThat(value.convert(value.type())).isEqualTo(new Conversion.Converted(value));
    assertThat(value.convert(Types.DYNAMIC)).isEqualTo(new Conversion.Converted(value));
  }
}
