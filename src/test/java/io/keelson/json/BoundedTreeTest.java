package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.ResourceSpec;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-LIM-4")
class BoundedTreeTest {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(20_000).build())
              .build());

  @Test
  void whatIsNotTooMuch_isReadAsItIs() throws Exception {
    var json = "{\"a\":[1,2.50,\"x\",true,null,{\"b\":{}}],\"c\":123456789012345678901}";

    assertThat(config(json)).isEqualTo(ExactJson.JSON.readTree(json));
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 900, 5_000, 9_000})
  void deepValue_isRefusedWhereItBegins(int depth) throws Exception {
    var tree = config("{\"input\":" + nested(depth) + "}");

    assertThatThrownBy(() -> JsonValues.read(tree))
        .isInstanceOf(JsonValues.NotAValue.class)
        .hasMessage("it is nested more than 100 levels deep; declare something flatter")
        .extracting(each -> ((JsonValues.NotAValue) each).path().toString())
        .asString()
        .startsWith("input[0][0]")
        .hasSizeLessThan(100);
    assertThat(MAPPER.writeValueAsString(tree)).hasSizeLessThan(1_000);
  }

  @Test
  void asDeepAsMayBe_isAValue() throws Exception {
    assertThat(JsonValues.read(config("{\"input\":" + nested(99) + "}")).depth()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,", "[],", "{\"a\":1},"})
  void wideValue_isNotEvenKept(String part) throws Exception {
    var tree = config("{\"input\":[" + part.repeat(200_000) + "0]}");

    assertThatThrownBy(() -> JsonValues.read(tree))
        .isInstanceOf(JsonValues.NotAValue.class)
        .hasMessage("it has more than 50000 parts; split it over several Resources or Stacks")
        .extracting(each -> ((JsonValues.NotAValue) each).path().isRoot())
        .isEqualTo(true);
  }

  @Test
  void forEach_isBoundedLikeConfig() throws Exception {
    var spec = MAPPER.readValue("{\"forEach\":" + nested(5_000) + "}", ResourceSpec.class);

    assertThatThrownBy(() -> JsonValues.read(Objects.requireNonNull(spec.forEach)))
        .isInstanceOf(JsonValues.NotAValue.class);
  }

  @Test
  void textOfVariable_isBoundedToo() {
    assertThatThrownBy(() -> JsonValues.parse(nested(500)))
        .isInstanceOf(JsonValues.NotAValue.class)
        .hasMessageContaining("100 levels");
    assertThat(Value.text("x").depth()).isZero();
  }

  private static JsonNode config(String json) throws Exception {
    var spec = MAPPER.readValue("{\"config\":" + json + "}", ResourceSpec.class);
    return Objects.requireNonNull(spec.config);
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }
}
