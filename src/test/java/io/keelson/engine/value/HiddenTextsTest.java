package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-SENS-5")
class HiddenTextsTest {
  private static String without(String said, String... hidden) {
    var texts = new HiddenTexts();
    texts.addAll(List.of(hidden));
    return HiddenTexts.without(said, List.of(texts));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void base64OfMoreThanTheSecret_isHiddenWhereItHoldsTheSecret(int before) {
    var text = "x".repeat(before) + "correct horse battery" + "\n";
    var encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

    var rest = without("auth: " + encoded, "correct horse battery");

    assertThat(rest).startsWith("auth: ").contains(HiddenTexts.INSTEAD);
    assertThat(rest.replace(HiddenTexts.INSTEAD, ""))
        .hasSizeLessThanOrEqualTo("auth: ".length() + 12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          a"b<c>&d  | {"p":"a\\"b<c>&d"}           | {"p":"(sensitive value)"}
          a"b<c>&d  | a\\"b\\u003cc\\u003e\\u0026d | (sensitive value)
          pa ss&1/2 | https://u:pa+ss%261%2F2@db   | https://u:(sensitive value)@db
          pa ss&1/2 | https://u:pa%20ss%261%2F2@db | https://u:(sensitive value)@db
          """)
  void secretInJsonAndUrls_isHidden(String secret, String said, String expected) {
    assertThat(without(said, secret)).isEqualTo(expected);
  }

  @Test
  void severalTexts_areHiddenAtOnce() {
    assertThat(without("abcdefgh and 12345678 and k7", "abcdefgh", "12345678", "k7"))
        .isEqualTo("(sensitive value) and (sensitive value) and (sensitive value)");
  }

  @Test
  void whatStandsInTheirPlace_staysAsItIs() {
    assertThat(without("a (sensitive value)", "sensitive value")).isEqualTo("a (sensitive value)");
  }

  @Test
  void moreThanCanBeToldApart_hidesAllThatIsSaid() {
    assertThat(without("anything", "x".repeat(4_000_001))).isEqualTo(HiddenTexts.INSTEAD);
  }

  @Test
  void manyTexts_areAllHidden() {
    var texts = new HiddenTexts();
    texts.addAll(IntStream.range(0, 10_000).mapToObj("secret-number-%05d"::formatted).toList());

    assertThat(texts.size()).isEqualTo(10_000);
    assertThat(HiddenTexts.without("is number-07777.", List.of(texts)))
        .isEqualTo("is (sensitive value).");
    assertThat(HiddenTexts.without("is nothing", List.of(texts))).isEqualTo("is nothing");
  }
}
