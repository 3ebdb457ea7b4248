package io.keelson.cli.status.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TextWidthTest {
  @Test
  void textIsCutToItsColumns() {
    assertThat(TextWidth.cut("abcdef", 6)).isEqualTo("abcdef");
    assertThat(TextWidth.cut("abcdef", 5)).isEqualTo("abcd…");
    assertThat(TextWidth.cut("日本語", 5)).isEqualTo("日本…");
    assertThat(TextWidth.cut("日本語", 4)).isEqualTo("日…");
    assertThat(TextWidth.cut("e\u0301e", 2)).isEqualTo("e\u0301e");
    assertThat(TextWidth.cut("abc", 0)).isEmpty();
    assertThat(TextWidth.cutFront("abcdef", 4)).isEqualTo("…def");
    assertThat(TextWidth.cutFront("日本語", 4)).isEqualTo("…語");
  }

  @Test
  void whatMovesTheCursor_isNotShown() {
    assertThat(TextWidth.plain("a\u001b[2J\r\nb\tc\u202ed\u0007")).isEqualTo("a [2J b c d");
  }

  @Test
  void sizeOfATerminal_isReadAsSttySaysIt() {
    assertThat(Terminal.parsed("24 80")).contains(new Terminal.Size(80, 24));
    assertThat(Terminal.parsed("0 0")).isEqualTo(Optional.empty());
    assertThat(Terminal.parsed("stty: no terminal")).isEmpty();
  }

  @Test
  void times_haveTheirTwoLargestUnits() {
    assertThat(Elapsed.text(Duration.ofSeconds(59))).isEqualTo("59s");
    assertThat(Elapsed.text(Duration.ofSeconds(3700))).isEqualTo("1h01m");
    assertThat(Elapsed.text(Duration.ofHours(51))).isEqualTo("2d03h");
  }
}
