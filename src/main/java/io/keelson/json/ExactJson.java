package io.keelson.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;

/// Jackson, set up to lose nothing: every digit of a number stays, and a key given twice is an
/// error.
public final class ExactJson {
  /// Twice the plain text of the longest number a value may hold, so that limits are ours. How long
  /// a text may be is limited where it comes from: what was written must be read again.
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNumberLength(5_000)
          .maxStringLength(Integer.MAX_VALUE)
          .build();

  public static final ObjectMapper JSON =
      new ObjectMapper(JsonFactory.builder().streamReadConstraints(LIMITS).build())
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

  private ExactJson() {}
}
