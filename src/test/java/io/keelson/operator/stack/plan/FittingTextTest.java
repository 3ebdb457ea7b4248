package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a Plan object shows of a plan.
final class FittingTextTest {
  private static final String SUMMARY =
      "Plan: 20000 to add, 0 to change, 0 to replace, 0 to destroy.";

  private static String text(int lines) {
    return IntStream.range(0, lines)
        .mapToObj(i -> "  + terraform_data.web[%d]\n".formatted(i))
        .collect(Collectors.joining("", "", "\n" + SUMMARY + "\n"));
  }

  private static String fitting(String text) {
    var fitting = new FittingText();
    text.lines().forEach(line -> fitting.add(line + "\n"));
    return fitting.toString();
  }

  @Test
  void textThatFits_isShownAsItIs() {
    assertThat(fitting(text(10))).isEqualTo(text(10));
  }

  @Test
  void textThatIsTooLong_isCutBetweenLinesAndSaysSoAndSumsUp() {
    var text = fitting(text(20_000));

    assertThat(text).hasSizeLessThanOrEqualTo(262_144).endsWith("\n\n" + SUMMARY + "\n");
    var lines = text.lines().toList();
    var note = lines.get(lines.size() - 3);
    assertThat(note).startsWith("… ").contains("keelson plan -f FOLDER");
    int kept = lines.size() - 3;
    assertThat(lines.get(kept - 1)).isEqualTo("  + terraform_data.web[%d]".formatted(kept - 1));
    assertThat(note).contains((20_000 - kept + 1) + " more lines");
  }

  @Test
  void oneLineThatIsTooLong_isLeftOut() {
    var text = fitting("x".repeat(300_000) + "\n" + SUMMARY + "\n");

    assertThat(text).startsWith("… 1 more lines").endsWith(SUMMARY + "\n");
  }
}
