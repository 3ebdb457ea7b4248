package io.keelson.provider.plugin.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.DebuggedLog;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ProviderLogTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final DebuggedLog written = new DebuggedLog(ProviderLogTest.class);
  private final ProviderLog log =
      new ProviderLog(
          LoggerFactory.getLogger(ProviderLogTest.class),
          "noisy",
          new Redaction(),
          new LogBudget(5, 2, now::get));

  @AfterEach
  void close() {
    written.close();
  }

  private List<String> writtenAfter(int count) {
    return written.messages().subList(count, written.messages().size());
  }

  @Test
  void processThatSaysMoreThanAnybodyReads_isLeftOut_andThatIsTold() {
    for (int i = 0; i < 10_000; i++) log.line("[ERROR] number " + i);

    assertThat(written.messages())
        .hasSize(5 + 1)
        .startsWith("provider noisy: [ERROR] number 0")
        .endsWith(
            "provider noisy says more than 5 lines at once and 2 a second; what is more is left"
                + " out here. Its last words are kept");
  }

  @Test
  void processThatSaysLessAgain_isHeard_withTheNumberOfWhatWasLeftOut() {
    for (int i = 0; i < 15; i++) log.line("[WARN] number " + i);
    int before = written.messages().size();

    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    for (int i = 15; i < 30; i++) log.line("[WARN] number " + i);

    assertThat(writtenAfter(before))
        .hasSize(2 + 2)
        .startsWith(
            "provider noisy: 10 lines were left out here", "provider noisy: [WARN] number 15");
  }

  @Test
  void whatIsNotLogged_takesNothingOfTheBudget() {
    for (int i = 0; i < 10_000; i++) log.line("[TRACE] number " + i);
    log.line("[ERROR] alas");

    assertThat(written.messages()).containsExactly("provider noisy: [ERROR] alas");
  }

  @Test
  void whatIsSaidToWhoDebugs_isPassedOnWhole() {
    for (int i = 0; i < 50; i++) log.line("[DEBUG] number " + i);

    assertThat(written.messages()).hasSize(50);
  }

  @Test
  void lineThatIsVeryLong_isCut() {
    log.line("[ERROR] " + "x".repeat(200_000));

    assertThat(written.messages()).singleElement().asString().hasSizeLessThan(20_000).endsWith("…");
  }

  @Test
  void whatIsLeftOut_isAmongTheLastWords() {
    for (int i = 0; i < 1_000; i++) log.line("[ERROR] number " + i);

    assertThat(log.lastWords()).endsWith("[ERROR] number 999");
  }
}
