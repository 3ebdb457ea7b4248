package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-SENS-2")
class SpellingsTest {
  private static final String TEXT = "wq7Zk2~?~?~?Vx9Lm4Tb6Rp1Yd";

  /// Six characters and more, wherever they begin, and whatever comes before and after.
  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8, 9, 10, 11, 20, 21, 22})
  void base64OfWhatHasTheTextInIt_hasASpellingOfIt(int length) {
    var text = TEXT.substring(0, length);
    for (var encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder()))
      for (int before = 0; before < 6; before++)
        for (int after = 0; after < 4; after++) {
          var whole = "u".repeat(before) + text + "\"}\n\n".substring(0, after);
          assertSpelled(text, base64(encoder, whole));
        }
  }

  /// As in the settings that a container registry wants.
  @ParameterizedTest
  @ValueSource(strings = {"wq7Zk2\"Vx9Lm4", "wq7Zk2\\Vx9Lm4", "wq7Zk2\nVx9Lm4", "wq7Zk2<Vx9Lm4"})
  void base64OfJson_hasASpellingOfTheText(String text) {
    var json =
        text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("<", "\\u003c");
    for (int before = 0; before < 3; before++)
      assertSpelled(
          text, base64(Base64.getEncoder(), " ".repeat(before) + "{\"auth\":\"" + json + "\"}"));
  }

  private static String base64(Base64.Encoder encoder, String text) {
    return encoder.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertSpelled(String text, String encoded) {
    assertThat(Spellings.of(text)).as(encoded).anyMatch(encoded::contains);
  }
}
