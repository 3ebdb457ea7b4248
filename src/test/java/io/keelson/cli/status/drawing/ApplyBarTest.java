package io.keelson.cli.status.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.Progress;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApplyBarTest {
  private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");

  private static Progress progress(int done, int running, int failed, int total) {
    var progress = new Progress();
    progress.done = done;
    progress.running = running;
    progress.failed = failed;
    progress.total = total;
    progress.startedAt = "2026-11-01T09:57:50Z";
    return progress;
  }

  @Test
  void bar_hasItsNumbersBesideIt_andTheLongestOperationBelow() {
    var progress = progress(240, 12, 1, 500);
    progress.longest = new Progress.Operation();
    progress.longest.address = "aws_db_instance.main";
    progress.longest.action = Progress.Action.Create;
    progress.longest.since = "2026-11-01T09:58:55Z";

    assertThat(new ApplyBar(progress, NOW, 100).lines())
        .containsExactly(
            "[############x>           ] 240 done, 12 running, 1 failed, 247 left, for 2m10s",
            "longest: aws_db_instance.main create for 1m05s");
    assertThat(new ApplyBar(progress, NOW, 40).lines())
        .startsWith("[####x>    ] 240/500, for 2m10s", "12 running, 1 failed, 247 left");
  }

  @ParameterizedTest
  @CsvSource({"0,0,0,0", "3,0,0,3", "1,9,9,3", "2000000000,2000000000,2000000000,2000000000"})
  void bar_keepsItsWidth(int done, int running, int failed, int total) {
    assertThat(new ApplyBar(progress(done, running, failed, total), NOW, 40).lines().getFirst())
        .matches("\\[.{10}\\] .*");
  }

  @Test
  void clockThatIsBehind_showsNoNegativeTime() {
    assertThat(
            new ApplyBar(progress(0, 1, 0, 2), Instant.parse("2026-11-01T09:00:00Z"), 40)
                .lines()
                .getFirst())
        .endsWith("for 0s");
  }
}
