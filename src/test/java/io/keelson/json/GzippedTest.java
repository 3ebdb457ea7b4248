package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Text that is kept zipped, and read again only as far as it may be.
final class GzippedTest {
  private static final int MOST = 100_000;

  @Test
  void textOfTheMostBytes_isReadAgain() {
    var text = "ä".repeat(MOST / 2);

    assertThat(Gzipped.unzip(Gzipped.zip(text), MOST)).isEqualTo(text);
  }

  @Test
  void oneByteMore_isRefusedWithTheLimit() {
    var zipped = Gzipped.zip("ä".repeat(MOST / 2) + "x");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gzipped.unzip(zipped, MOST))
        .withMessage("the text is longer than 100,000 bytes");
  }

  @Test
  void smallObjectOfALargeText_isRefused() {
    var zipped = Gzipped.zip("x".repeat(200 * MOST));

    assertThat(zipped).hasSizeLessThan(MOST);
    assertThatIllegalArgumentException().isThrownBy(() -> Gzipped.unzip(zipped, MOST));
  }

  @Test
  void whatIsNotGzipped_isRefused() {
    var cut = Gzipped.zip("x".repeat(MOST));

    for (byte[] bytes :
        new byte[][] {
          "text".getBytes(StandardCharsets.UTF_8), {}, Arrays.copyOf(cut, cut.length / 2)
        })
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Gzipped.unzip(bytes, MOST))
          .withMessage("it is not gzipped text");
  }
}
