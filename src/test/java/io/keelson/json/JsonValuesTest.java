package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues.NotAValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonValuesTest {
  @Test
  void literals_becomeTuplesAndObjects() throws NotAValue {
    assertThat(JsonValues.parse("{\"a\": [1, \"x\", null], \"b\": true}"))
        .isEqualTo(
            Value.object(
                Map.of(
                    "a",
                    Value.tuple(
                        List.of(Value.number(1), Value.text("x"), Value.nothing(Types.DYNAMIC))),
                    "b",
                    Value.truth(true))));
  }

  @Test
  void yamlNumbers_keepTheirDigits() throws NotAValue {
    assertThat(LiteralYaml.value("- 12345678901234567890123\n- 0.1\n- 1.0\n- 1e3\n"))
        .isEqualTo(
            Value.tuple(
                List.of(
                    Value.number(new BigDecimal("12345678901234567890123")),
                    Value.number(new BigDecimal("0.1")),
                    Value.number(1),
                    Value.number(1000))));
  }

  @Test
  void emptyYaml_isNull() throws NotAValue {
    assertThat(LiteralYaml.value("")).isEqualTo(Value.nothing(Types.DYNAMIC));
  }

  @Test
  void keyGivenTwice_isRefused() {
    assertThatThrownBy(() -> LiteralYaml.value("a: 1\na: 2\n"))
        .isInstanceOf(NotAValue.class)
        .hasMessageContaining("Duplicate field 'a'");
    assertThatThrownBy(() -> JsonValues.parse("{\"a\": 1, \"a\": 2}"))
        .isInstanceOf(NotAValue.class);
  }

  @Test
  void numberBeyondAllBounds_isRefusedAtItsPlace() {
    assertThatThrownBy(() -> JsonValues.parse("{\"a\": [1e5000]}"))
        .isInstanceOfSatisfying(
            NotAValue.class,
            refused -> assertThat(refused.path()).isEqualTo(AttributePath.of("a").index(0)));
  }

  @Test
  void infinity_isRefused() {
    assertThatThrownBy(() -> JsonValues.read(ExactJson.JSON.getNodeFactory().numberNode(1 / 0.0)))
        .isInstanceOf(NotAValue.class);
  }

  @Test
  void collections_areWrittenAsListsAndMappings() {
    var set = Value.set(Types.STRING, List.of(Value.text("b"), Value.text("a")));
    var map = Value.map(Types.NUMBER, Map.of("k", Value.number(new BigDecimal("1.50"))));

    assertThat(JsonValues.write(Value.tuple(List.of(set, map))))
        .hasToString("[[\"a\",\"b\"],{\"k\":1.5}]");
  }

  @Test
  void unknownOrMarkedPart_isNotWritten() {
    var unknown = Value.list(Types.STRING, List.of(Value.unknown(Types.STRING)));
    var marked = Value.list(Types.STRING, List.of(Value.text("x").mark(Marks.sensitive("s"))));

    assertThatThrownBy(() -> JsonValues.write(unknown))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> JsonValues.write(marked)).isInstanceOf(IllegalArgumentException.class);
    assertThat(JsonValues.write(Value.nothing(Type.list(Types.STRING))).isNull()).isTrue();
  }
}
