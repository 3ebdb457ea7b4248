package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableJsonTest {
  @ParameterizedTest
  @ValueSource(ints = {0x7f, 0x80, 0x84, 0x85, 0x86, 0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xd800})
  void characterThatYamlRefusesOrTakesForTheEndOfALine_isEscaped(int character) throws Exception {
    var text = "a" + (char) character + "b";

    var json = PrintableJson.text(JsonNodeFactory.instance.textNode(text));

    assertThat(json).isEqualTo("\"a\\u%04xb\"".formatted(character));
    assertThat(new ObjectMapper().readTree(json).textValue()).isEqualTo(text);
  }

  @Test
  void allElse_isAsItIs() {
    var tree = JsonNodeFactory.instance.objectNode().put("ä\t", "\u00a0 € 😀 \\ \"");

    assertThat(PrintableJson.text(tree)).isEqualTo(tree.toString());
  }
}
