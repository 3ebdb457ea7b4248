package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.ExactJson;
import org.junit.jupiter.api.Test;

/// Where values with symbols differ.
class SymbolsTest {
  @Test
  void objectThatIsSecret_differsAsAWhole() {
    var inner = ExactJson.JSON.createObjectNode().put("a", "s");
    var whole = ExactJson.JSON.createObjectNode().set("$secret", inner);
    assertThat(new Symbols().differences(whole, inner))
        .containsExactly(new Difference("", whole, inner));
    assertThat(new Symbols().differences(whole, whole.deepCopy())).isEmpty();
  }

  @Test
  void symbolOfANumber_isThatOfItsText() {
    var symbols = new Symbols();
    var id = ExactJson.JSON.createArrayNode().add("@{i.id}");
    assertThat(symbols.differences(id, ExactJson.JSON.createArrayNode().add("6"))).isEmpty();
    assertThat(symbols.differences(id, ExactJson.JSON.createArrayNode().add(6.0))).isEmpty();
    assertThat(symbols.differences(id, ExactJson.JSON.createArrayNode().add(7.0))).isNotEmpty();
  }
}
