package io.keelson.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-LIM-8")
class DeepPartsTest {
  private static final String SAID = "(nested more than 100 levels deep, sha256 ";

  @Test
  void asDeepAsMayBe_isKept() throws Exception {
    var json = "{\"status\":" + nested(99, "1") + "}";

    assertThat(Json.parse(json).toString()).isEqualTo(json);
    assertThat(Json.value(Json.parse(json)).depth()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 990, 9_990})
  void deeper_isAText(int depth) throws Exception {
    var read = Json.parse("{\"status\":" + nested(depth, "1") + ",\"spec\":{\"a\":1}}");

    assertThat(Json.value(read).depth()).isEqualTo(100);
    assertThat(read.at("/status" + "/0".repeat(99)).asText()).startsWith(SAID);
    assertThat(read.path("spec")).isEqualTo(Json.parse("{\"a\":1}"));
  }

  @Test
  void partsThatDiffer_areToldApart() throws Exception {
    assertThat(deep("1"))
        .isEqualTo(deep("1"))
        .isNotEqualTo(deep("2"))
        .isNotEqualTo(deep("\"1\""))
        .isNotEqualTo(deep("{}"));
  }

  /// What a manager owns of an object is told a few levels below what it is about.
  @Test
  void fieldsOfManagers_areKeptAsDeepAsTheObject() throws Exception {
    var fields = "{\"f:a\":".repeat(100) + "{}" + "}".repeat(100);
    var json = "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":" + fields + "}]}}";

    assertThat(Json.parse(json).toString()).isEqualTo(json);
    assertThat(Json.parse(json.replace("managedFields", "labels")).toString()).contains(SAID);
    assertThat(Json.parse(json.replace("{}", "{\"f:a\":{}}")).toString()).contains(SAID);
  }

  private static JsonNode deep(String innermost) throws JsonProcessingException {
    return Json.parse(nested(120, innermost));
  }

  private static String nested(int depth, String innermost) {
    return "[".repeat(depth) + innermost + "]".repeat(depth);
  }
}
