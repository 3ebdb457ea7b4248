package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ShownValuesTest {
  private final ObjectNode into = JsonNodeFactory.instance.objectNode();

  /// Otherwise null and what is not known yet would look alike.
  @Test
  void unknownInsideASet_isToldOfTheElementAsPrinted() {
    var rule = Type.object(Map.of("port", Types.NUMBER, "name", Types.STRING));
    var known = Value.object(Map.of("port", Value.number(80), "name", Value.text("a")));
    var empty = Value.object(Map.of("port", Value.nothing(Types.NUMBER), "name", Value.text("b")));
    var open = Value.object(Map.of("port", Value.unknown(Types.NUMBER), "name", Value.text("c")));

    write(Value.set(rule, List.of(open, known, empty)));

    assertThat(into.at("/after/rules/0/name").asText()).isEqualTo("a");
    assertThat(into.at("/after/rules/1/port").isNull()).isTrue();
    assertThat(into.at("/unknown")).hasToString("[\"/rules/2/port\"]");
  }

  @Test
  void unknownElementsOfASet_haveAPlaceEach() {
    write(
        Value.set(
            Types.STRING,
            List.of(Value.unknown(Types.STRING), Value.text("a"), Value.unknown(Types.STRING))));

    assertThat(into.at("/after/rules")).hasToString("[\"a\",null,null]");
    assertThat(into.at("/unknown")).hasToString("[\"/rules/1\",\"/rules/2\"]");
  }

  /// Which of its elements are secret would tell something of them.
  @Test
  void secretInsideASet_hidesTheSet() {
    write(
        Value.set(
            Types.STRING,
            List.of(Value.text("a"), Value.text("s3cret").mark(Marks.sensitive("variable.pw")))));

    assertThat(into.at("/after/rules").isNull()).isTrue();
    assertThat(into.at("/sensitive")).hasToString("[\"/rules\"]");
  }

  private void write(Value rules) {
    ShownValues.write(Optional.empty(), Optional.of(Value.object(Map.of("rules", rules))), into);
  }
}
