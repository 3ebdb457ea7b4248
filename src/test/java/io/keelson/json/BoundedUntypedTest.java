package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-LIM-4")
final class BoundedUntypedTest {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(20_000).build())
                  .build())
          .registerModule(BoundedUntyped.module())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  @Test
  void everyKindOfValue_isReadAsItIs() throws Exception {
    var json = "{\"a\":[1,2.50,\"x\",true,null,{\"b\":{}}],\"c\":123456789012345678901,\"d\":[]}";

    assertThat(MAPPER.writeValueAsString(MAPPER.readValue(json, Object.class))).isEqualTo(json);
  }

  @Test
  void managedFieldsOfAnEvent_areLeftOut() throws Exception {
    var json =
        """
        {"type":"ADDED","object":{"metadata":{"managedFields":[{"fieldsV1":{"f:spec":{}}}],"name":"web"},\
        "spec":{"metadata":{"managedFields":[1]},"object":{"metadata":{"managedFields":[2]}}}}}\
        """;

    assertThat(MAPPER.writeValueAsString(MAPPER.readValue(json, Object.class)))
        .isEqualTo(json.replace("\"managedFields\":[{\"fieldsV1\":{\"f:spec\":{}}}],", ""));
  }

  @Test
  void managedFieldsOfWhatIsNoEvent_stay() throws Exception {
    var json = "{\"metadata\":{\"managedFields\":[]},\"managedFields\":{}}";

    assertThat(MAPPER.writeValueAsString(MAPPER.readValue(json, Object.class))).isEqualTo(json);
  }

  @Test
  void asDeepAsARecordMayBe_isReadAsItIs() throws Exception {
    var json = nested(BoundedUntyped.MOST_LEVELS);

    assertThat(MAPPER.writeValueAsString(MAPPER.readValue(json, Object.class))).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(ints = {700, 5_000, 10_000})
  void whatIsDeeper_canBeWrittenAgainAndTakesNothingElseAlong(int depth) throws Exception {
    var json = "{\"deep\":" + nested(depth) + ",\"name\":\"web\"}";

    var read = MAPPER.readValue(json, Object.class);

    assertThat(MAPPER.writeValueAsString(read))
        .hasSizeLessThan(2_000)
        .startsWith("{\"deep\":[[")
        .endsWith(",\"name\":\"web\"}");
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }
}
