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
  void symbolsSideBySide_partWhereTheKnownOneEnds() {
    var both = ExactJson.JSON.createArrayNode().add("@{a.id}@{b.id}");
    var known = new Symbols();
    known.differences(
        ExactJson.JSON.createArrayNode().add("@{a.id}"),
        ExactJson.JSON.createArrayNode().add("abc"));
    assertThat(known.differences(both, ExactJson.JSON.createArrayNode().add("xyzabc")))
        .isNotEmpty();
    assertThat(known.differences(both, ExactJson.JSON.createArrayNode().add("abcxyz"))).isEmpty();
    var other = ExactJson.JSON.createArrayNode().add("@{b.id}");
    assertThat(known.differences(other, ExactJson.JSON.createArrayNode().add("xyz"))).isEmpty();
    assertThat(known.differences(other, ExactJson.JSON.createArrayNode().add("yz"))).isNotEmpty();
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
