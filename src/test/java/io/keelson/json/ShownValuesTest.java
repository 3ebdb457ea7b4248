package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ShownValuesTest {
  /// The elements of a set have no names, and neither has what is in them.
  @Test
  void unknownInsideASet_isToldOfTheSet() {
    var rule = Value.object(Map.of("port", Value.unknown(Types.NUMBER), "name", Value.text("a")));
    var rules = Value.set(rule.type(), List.of(rule));
    var into = JsonNodeFactory.instance.objectNode();

    ShownValues.write(Optional.empty(), Optional.of(Value.object(Map.of("rules", rules))), into);

    assertThat(into.at("/unknown")).hasToString("[\"/rules\"]");
    assertThat(into.at("/after/rules/0/name").asText()).isEqualTo("a");
  }
}
