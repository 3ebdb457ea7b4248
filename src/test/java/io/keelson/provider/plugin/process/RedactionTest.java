package io.keelson.provider.plugin.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private final Redaction redaction = new Redaction();
  private final List<String> lines = new ArrayList<>();

  @Test
  void textThatIsPrintedBeforeItsSecretIsKnown_isHeldBackUntilThen() {
    redaction.pass("before", lines::add);
    try (var _ = redaction.hold()) {
      redaction.pass("made token-1234", lines::add);
      assertThat(lines).containsExactly("before");
      redaction.hide(List.of("token-1234"));
    }
    redaction.pass("after token-1234", lines::add);

    assertThat(lines)
        .containsExactly("before", "made (sensitive value)", "after (sensitive value)");
  }

  @Test
  void linesOfASecret_areHiddenWhereverTheyAppear() {
    redaction.hideAlways(List.of("-----BEGIN KEY-----\nMIIabcdefgh\r\n-----END KEY-----\n"));

    assertThat(redaction.apply("MIIabcdefgh")).isEqualTo("(sensitive value)");
    assertThat(redaction.apply("key \"-----BEGIN KEY-----\\nMIIabcdefgh\\n\""))
        .doesNotContain("MIIabcdefgh");
  }

  @Test
  void shortLinesOfASecret_areFoundEverywhereAndStay() {
    redaction.hideAlways(List.of("kind: A\ntoken: abcdef"));

    assertThat(redaction.apply("kind: A")).isEqualTo("kind: A");
    assertThat(redaction.apply("token: abcdef")).isEqualTo("(sensitive value)");
  }

  @Test
  void whatWouldDoSomethingToATerminal_isTakenOut() {
    assertThat(redaction.apply("a\u001b[2Jb\r\n\tc\u0007\u009b")).isEqualTo("a[2Jb\n\tc");
  }

  @Test
  void twoAnswersThatAreAwaited_holdTextsUntilBothAreThere() {
    var one = redaction.hold();
    var other = redaction.hold();
    redaction.pass("text", lines::add);

    one.close();
    assertThat(lines).isEmpty();
    other.close();
    assertThat(lines).containsExactly("text");
  }

  @Test
  void veryManyTexts_areLeftOutAndCounted() {
    try (var _ = redaction.hold()) {
      IntStream.range(0, 1_002).forEach(i -> redaction.pass("line " + i, lines::add));
    }

    assertThat(lines).hasSize(1_001).endsWith("line 999", "(2 more lines are left out)");
  }
}
